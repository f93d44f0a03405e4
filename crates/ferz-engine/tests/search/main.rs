//! Tests of the search. Those by the clock are a program of their own, `games`: others beside them would
//! make moves late.

mod common;

mod bench;
mod endgames;
mod limits;
mod network_check;
mod nodestime;
mod skill;
mod tablebases;
