//! Suspension by Ctrl-Z and continuation by `fg`.

use anyhow::Result;

/// Listens for the signals that stop and continue a process.
#[derive(Debug)]
pub struct Suspension {
    #[cfg(unix)]
    stop: unix::SignalFlag,
    #[cfg(unix)]
    resume: unix::SignalFlag,
}

#[cfg(unix)]
mod unix {
    use std::io;
    use std::sync::Arc;
    use std::sync::atomic::{AtomicBool, Ordering};

    /// Whether a signal arrived since the flag was last taken.
    #[derive(Debug)]
    pub struct SignalFlag(Arc<AtomicBool>);

    impl SignalFlag {
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
            stop: unix::SignalFlag::listen(SIGTSTP)?,
            resume: unix::SignalFlag::listen(SIGCONT)?,
        })
    }

    /// Whether another process asked the game to stop.
    pub fn is_asked(&self) -> bool {
        self.stop.take()
    }

    /// Whether the game was stopped without being asked and has been continued. Other programs may
    /// have changed the terminal in between.
    pub fn is_over(&self) -> bool {
        self.resume.take()
    }

    /// Stops the process until it is continued.
    pub fn stop(&self) -> Result<()> {
        signal_hook::low_level::emulate_default_handler(signal_hook::consts::SIGTSTP)?;
        self.resume.take();
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
