//! The process group of a run: how it is started, killed and measured.

use std::io;
use std::process::{Child, Command};

/// The processes of one run.
#[derive(Debug)]
pub struct Group {
    /// The number of the first process, which is that of its group.
    id: u32,
}

#[cfg(unix)]
impl Group {
    /// Starts a program in a group of its own.
    pub fn spawn(command: &mut Command) -> io::Result<(Child, Self)> {
        use std::os::unix::process::CommandExt;
        let child = command.process_group(0).spawn()?;
        let id = child.id();
        Ok((child, Self { id }))
    }

    /// Whether the first process has ended; it is not reaped.
    pub fn has_ended(&self, _: &mut Child) -> io::Result<bool> {
        use rustix::process::{Pid, WaitId, WaitIdOptions, waitid};
        let Some(id) = Pid::from_raw(self.id as i32) else {
            return Ok(true);
        };
        let options = WaitIdOptions::EXITED | WaitIdOptions::NOHANG | WaitIdOptions::NOWAIT;
        Ok(waitid(WaitId::Pid(id), options)?.is_some())
    }

    /// Kills every process of the group, and what they started that has left the group.
    ///
    /// The first process must not be reaped before: its number would be free for others.
    pub fn kill(&self) {
        let strays = self.members();
        if let Some(group) = rustix::process::Pid::from_raw(self.id as i32) {
            // The group may be gone already.
            let _ = rustix::process::kill_process_group(group, rustix::process::Signal::KILL);
        }
        for (id, _) in strays {
            if let Some(process) = rustix::process::Pid::from_raw(id as i32) {
                let _ = rustix::process::kill_process(process, rustix::process::Signal::KILL);
            }
        }
    }

    /// The bytes that its processes hold in memory; 0 where the system does not tell.
    pub fn memory(&self) -> usize {
        let pages = self.members().into_iter().map(|(_, pages)| pages);
        pages
            .sum::<usize>()
            .saturating_mul(rustix::param::page_size())
    }

    /// The processes of the group and their descendants, each with its pages in memory.
    fn members(&self) -> Vec<(u32, usize)> {
        let processes = processes();
        let mut members = vec![self.id];
        let mut known = 0;
        // A process that has left the group is still the child of a member.
        while known < members.len() {
            known = members.len();
            for process in &processes {
                let is_member = process.group == self.id || members.contains(&process.parent);
                if is_member && !members.contains(&process.id) {
                    members.push(process.id);
                }
            }
        }
        let of_group = processes
            .iter()
            .filter(|process| members.contains(&process.id));
        of_group
            .map(|process| (process.id, process.pages))
            .collect()
    }
}

#[cfg(not(unix))]
impl Group {
    /// Starts a program.
    pub fn spawn(command: &mut Command) -> io::Result<(Child, Self)> {
        let child = command.spawn()?;
        let id = child.id();
        Ok((child, Self { id }))
    }

    /// Whether the program has ended.
    pub fn has_ended(&self, child: &mut Child) -> io::Result<bool> {
        Ok(child.try_wait()?.is_some())
    }

    /// Kills the program and what it has started.
    pub fn kill(&self) {
        let id = self.id.to_string();
        let _ = Command::new("taskkill")
            .args(["/T", "/F", "/PID", &id])
            .output();
    }

    /// Not known on this system.
    pub fn memory(&self) -> usize {
        0
    }
}

/// A running process.
#[cfg(unix)]
struct Process {
    id: u32,
    parent: u32,
    group: u32,
    pages: usize,
}

/// All processes, as /proc tells them; none where there is no /proc.
#[cfg(unix)]
fn processes() -> Vec<Process> {
    let Ok(folder) = std::fs::read_dir("/proc") else {
        return Vec::new();
    };
    let ids = folder.filter_map(|item| item.ok()?.file_name().to_str()?.parse().ok());
    ids.filter_map(|id: u32| {
        let stat = std::fs::read_to_string(format!("/proc/{id}/stat")).ok()?;
        // The name in parentheses may hold anything; behind it: state, parent, group, …
        let (_, rest) = stat.rsplit_once(')')?;
        let mut fields = rest.split_whitespace().skip(1);
        let parent = fields.next()?.parse().ok()?;
        let group = fields.next()?.parse().ok()?;
        // The resident set is the 24th field of the line, 18 behind the group.
        let pages = fields.nth(18)?.parse().ok()?;
        Some(Process {
            id,
            parent,
            group,
            pages,
        })
    })
    .collect()
}

/// Whether a limit on memory can be kept here.
pub fn can_measure() -> bool {
    cfg!(target_os = "linux")
}
