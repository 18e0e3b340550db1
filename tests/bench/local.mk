# tests/bench/local.mk - `make bench': what a call costs.

