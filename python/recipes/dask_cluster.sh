#!/usr/bin/env bash
# A scheduler and two workers as processes of their own, and a driver: ./dask_cluster.sh --boards 500
#
# On a cluster start the scheduler once and the workers on every machine, with the file on a disk
# that all can read, or with the scheduler's address instead:
#
#   dask scheduler
#   dask worker tcp://scheduler:8786 --nworkers 1 --nthreads 1     # one proof: a worker a machine
#   dask worker tcp://scheduler:8786 --nworkers auto --nthreads 1  # many boards: a worker a core
set -euo pipefail
# Dask watches its workers' threads, which tells nothing of noyes and takes a tenth of a core here.
export DASK_DISTRIBUTED__WORKER__PROFILE__ENABLED=False DASK_DISTRIBUTED__ADMIN__TICK__INTERVAL=1s
export DASK_DISTRIBUTED__ADMIN__SYSTEM_MONITOR__INTERVAL=10s
export DASK_DISTRIBUTED__WORKER__MEMORY__MONITOR_INTERVAL=2s
here=$(cd "$(dirname "$0")" && pwd)
folder=$(mktemp -d)
place=$folder/scheduler.json

dask scheduler --port 0 --no-dashboard --scheduler-file "$place" 2> "$folder/scheduler.log" &
pids=($!)
for worker in 1 2; do
  dask worker --scheduler-file "$place" --nworkers 1 --nthreads 1 --no-dashboard \
    --local-directory "$folder" 2> "$folder/worker-$worker.log" &
  pids+=($!)
done
trap 'kill "${pids[@]}"; wait; rm -rf "$folder"' EXIT

until [ -s "$place" ]; do sleep 0.2; done
python "$here/dask_cluster.py" "$place" "$@"
