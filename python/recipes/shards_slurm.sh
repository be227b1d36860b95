#!/usr/bin/env bash
# The command alone, as a Slurm array: sbatch shards_slurm.sh boards.txt
#
# Shards write files of their own. One that was cut off goes on where it was (--resume), so the same
# array may be submitted again. Afterwards the files are joined and put in the order of the boards:
#
#   cat boards.txt.*.csv > boards.csv
#   noyes batch boards.txt --optimal --resume --output boards.csv
#SBATCH --job-name=noyes
#SBATCH --array=1-64
#SBATCH --cpus-per-task=8
#SBATCH --mem=4G
#SBATCH --time=02:00:00
set -euo pipefail
boards=$1
# Tables on the disk of the machine: built once, mapped afterwards.
export NOYES_TABLES=${TMPDIR:-/tmp}/noyes-tables

noyes batch "$boards" --optimal --threads "$SLURM_CPUS_PER_TASK" \
  --shard "$SLURM_ARRAY_TASK_ID/$SLURM_ARRAY_TASK_COUNT" --resume \
  --output "$boards.$SLURM_ARRAY_TASK_ID.csv"
