//! The command from outside: what it prints and how it exits.

mod bad_input;
mod batch;
mod book;
mod certificate;
mod check;
mod class;
mod command;
mod compare;
mod course;
mod examples;
mod files;
mod forty_two;
mod grade;
mod grade_run;
mod interrupts;
mod label;
mod manners;
mod others;
mod pddl;
mod progress;
mod puzzlers;
mod shared;
mod solve;
mod stops;
mod terminal;
mod untrusted;
