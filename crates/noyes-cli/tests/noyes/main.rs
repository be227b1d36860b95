//! The command from outside: what it prints and how it exits.

mod bad_input;
mod batch;
mod check;
mod command;
mod compare;
mod examples;
mod files;
mod grade;
mod interrupts;
mod manners;
mod others;
mod progress;
mod shared;
mod solve;
mod stops;
mod terminal;
mod untrusted;
