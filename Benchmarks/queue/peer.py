"""persist-queue's FIFO queue in SQLite: points in by groups of 30, each group synced; then out, each removed for good."""

import json
import sys
import time

import persistqueue

path, points = sys.argv[1], int(sys.argv[2])
queue = persistqueue.FIFOSQLiteQueue(path, auto_commit=False)
queue._conn.execute("PRAGMA synchronous = FULL")


def point(number):
    return json.dumps(
        {
            "location": {"lat": 47 + number * 9e-5, "lon": 8.123456789},
            "timestamp": 1796000000000 + number * 1000,
            "accuracy": 2.4,
            "altitude": 459.8,
            "speed": 10,
            "bearing": 359.41,
        }
    )


start = time.monotonic()
for number in range(points):
    queue.put(point(number))
    if number % 30 == 29:
        queue.task_done()
queue.task_done()
seconds = time.monotonic() - start
print(f"persist-queue in groups of 30: {points / seconds:.0f} points a second")

start = time.monotonic()
for number in range(points):
    queue.get()
    if number % 1000 == 999:
        queue.task_done()
queue.task_done()
print(f"persist-queue out in groups of 1000: {points / (time.monotonic() - start):.0f} points a second")
