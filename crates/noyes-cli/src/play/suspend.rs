//! Ctrl-Z and `fg`: the game steps aside, and is there again when it is wanted.

use anyhow::Result;

/// Listens for what stops and continues a process.
#[derive(Debug)]
pub struct Suspension {
    #[cfg(unix)]
    stop: unix::Heard,
    #[cfg(unix)]
    go_on: unix::Heard,
}

#[cfg(unix)]
mod unix {
    use std::io;
    use std::sync::Arc;
    use std::sync::atomic::{AtomicBool, Ordering};

    /// Whether a signal came since the last look.
    #[derive(Debug)]
    pub struct Heard(Arc<AtomicBool>);

    impl Heard {
        pub fn listen(signal: i32) -> io::Result<Self> {
            let flag = Arc::new(AtomicBool::new(false));
            signal_hook::flag::register(signal, Arc::clone(&flag))?;
            Ok(Self(flag))
        }

        pub fn take(&self) -> bool {
            self.0.swap(false, Ordering::Relaxed)
        }
    }
}

#[cfg(unix)]
impl Suspension {
    pub fn listen() -> Result<Self> {
        use signal_hook::consts::{SIGCONT, SIGTSTP};
        Ok(Self {
            stop: unix::Heard::listen(SIGTSTP)?,
            go_on: unix::Heard::listen(SIGCONT)?,
        })
    }

    /// Whether someone else asked the game to step aside.
    pub fn is_asked(&self) -> bool {
        self.stop.take()
    }

    /// Whether the game was stopped without being asked, and goes on: the terminal may have been
    /// anyone's in between.
    pub fn is_over(&self) -> bool {
        self.go_on.take()
    }

    /// Stops the process until it is continued.
    pub fn stop(&self) -> Result<()> {
        signal_hook::low_level::emulate_default_handler(signal_hook::consts::SIGTSTP)?;
        self.go_on.take();
        Ok(())
    }
}

#[cfg(not(unix))]
impl Suspension {
    pub fn listen() -> Result<Self> {
        Ok(Self {})
    }

    pub fn is_asked(&self) -> bool {
        false
    }

    pub fn is_over(&self) -> bool {
        false
    }

    pub fn stop(&self) -> Result<()> {
        Ok(())
    }
}
