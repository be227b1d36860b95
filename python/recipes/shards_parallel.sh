#!/usr/bin/env bash
# The command alone, in shards, with GNU parallel: ./shards_parallel.sh boards.txt 8
#
# A shard that was broken off goes on where it was (--resume), so the same line may be run again;
# `parallel --sshlogin` runs shards on other machines.
set -euo pipefail
boards=$1
shards=${2:-4}

parallel --jobs "${JOBS:-2}" --halt soon,fail=1 \
  noyes batch "$boards" --optimal --threads 1 --shard "{}/$shards" --resume \
  --output "$boards.{}.csv" ::: $(seq "$shards")

# Joined, and put in the order of the boards; nothing is solved again.
cat $(seq -f "$boards.%g.csv" "$shards") > "$boards.csv"
noyes batch "$boards" --optimal --resume --output "$boards.csv"
