#!/bin/sh
# Prints an example of a history: generate.sh recommendations | usage | shares-usage | shares-nodes | nodes | node-counts.
#
#   recommendations  what the VPAs of 12 clusters recommend each hour for 14 days
#   usage            what the pods of 2 clusters use each hour for 7 days
#   shares-usage     what the pods of 16 clusters use each 3 hours for 10 days
#   shares-nodes     what is used on the nodes of these clusters
#   nodes            the nodes of the clusters of `recommendations`, each 2 hours
#   node-counts      the nodes of the 8 clusters of deploy/examples/nodes, each 2 hours for 14 days
#
# The numbers are the same on each machine: the noise comes from a generator of integers in this script.
set -eu
exec awk -v kind="${1:?write recommendations, usage, shares-usage, shares-nodes, nodes or node-counts}" '
function noise() {  # from -1 to 1
  seed = (seed * 16807) % 2147483647
  return 2 * seed / 2147483647 - 1
}
function day(hour) {  # from 0 at 02:00 to 1 at 14:00
  return 0.5 + 0.5 * cos((hour - 14) * 3.14159265358979 / 12)
}
# The VPA recommends the end of a bucket of its histogram plus 15 %. Buckets grow by 5 %.
function bucket(value, first,  n) {
  n = int(log(value * 0.05 / first + 1) / log(1.05))
  return 1.15 * first * (1.05 ^ (n + 1) - 1) / 0.05
}
function row(hour, cluster, pod, memory, cpu) {
  printf "2026-02-%02dT%02d:00:00Z,clusters,%s,%s%.0f,%.3f\n", int(hour / 24) + 1, hour % 24, cluster, pod, memory, cpu
}
# `gi` and `cores` are the 90th percentile of the usage.
function recommend(hour, cluster, gi, cores) {
  row(hour, cluster, "", bucket(gi * 1073741824, 10000000), bucket(cores, 0.01))
}
function recommendations(hour,  d) {
  d = hour / 24
  if (hour % 5 == 0) slow = noise()
  recommend(hour, "archive-prod", 30 - 1.9 * d, 2)                               # less load each day
  recommend(hour, "checkout-prod", 20, 5.2 + 2.6 * day(hour))                    # CPU with a daily cycle
  recommend(hour, "gateway-asia", 14.8 + 0.9 * slow, 1.8)                        # noise at the limit of small
  recommend(hour, "identity-prod", 9 + 0.6 * day(hour), 1.1)                     # far from a limit
  recommend(hour, "ingest-eu", d < 9 ? 70 : 92, 9)                               # a step above the largest size
  recommend(hour, "legacy-batch", hour % 168 < 12 ? 34 : 22, 3)                  # a job once a week
  if (d < 6 || d >= 8.5) recommend(hour, "metrics-dev", 11, 0.9)                 # metrics are missing for 60 hours
  recommend(hour, "orders-prod", 24 + 1.2 * d, 4.4 + 0.5 * noise())              # a leak
  recommend(hour, "partner-portal", 8, 0.7)
  recommend(hour, "payments-prod", 33.4 + 1.2 * day(hour) + 0.6 * noise(), 2.4)  # a daily cycle at the limit of medium
  if (d >= 5) recommend(hour, "search-prod", 6 + 0.4 * (d - 5), 1)               # a new cluster
  if (d < 10) recommend(hour, "training-lab", 25, 6)
  else row(hour, "training-lab", "", 262144000, 0.025)                           # the minimum, because usage is missing
}
# Two pods of each cluster. The pods are replaced on the fourth day.
function usage(hour,  replica, pods) {
  pods = hour < 80 ? "6f9c-" : "7d41-"
  for (replica = 1; replica <= 2; ++replica) {
    row(hour, "checkout-prod", "kube-apiserver-" pods replica ",", (12 + 4 * day(hour) + noise()) * 1073741824,
        3 + 2 * day(hour) + 0.4 * noise())
    row(hour, "identity-prod", "kube-apiserver-" pods replica ",", (hour < 100 ? 8 : 16) * 1073741824, 0.9 + 0.2 * noise())
  }
}
# Two pods of a cluster, which use the parts `memory` and `cpu` of their nodes or up to 0.05 more. The 5th percentile of
# these shares is 0.0025 above the parts.
function share(hour, cluster, gi, cores, memory, cpu,  replica, sum_gi, sum_cores, pod_gi, pod_cores) {
  for (replica = 1; replica <= 2; ++replica) {
    pod_gi = gi * (1 + 0.03 * noise())
    pod_cores = cores * (0.85 + 0.12 * day(hour) + 0.03 * noise())
    sum_gi += pod_gi
    sum_cores += pod_cores
    if (kind == "shares-usage") row(hour, cluster, "kube-apiserver-" replica ",", pod_gi * 1073741824, pod_cores)
  }
  memory += 0.025 * (1 + noise())
  cpu += 0.025 * (1 + noise())
  if (kind == "shares-nodes") row(hour, cluster, "", sum_gi * 1073741824 / memory, sum_cores / cpu)
}
function shares(hour,  i) {
  for (i = 1; i <= 6; ++i) share(hour, "small-" i, 8 + 0.5 * i, 1.2 + 0.2 * i, 0.64, 0.52)
  for (i = 1; i <= 3; ++i) share(hour, "busy-" i, 9 + 0.5 * i, 3, 0.72, 0.6)  # medium, because of CPU
  for (i = 1; i <= 4; ++i) share(hour, "medium-" i, 22 + i, 4.8 + 0.3 * i, 0.72, 0.6)
  for (i = 1; i <= 3; ++i) share(hour, "large-" i, 50 + 4 * i, 10 + i, 0.8, 0.66)  # too few clusters for evidence
}
function count(hour, cluster, nodes) {
  printf "2026-02-%02dT%02d:00:00Z,clusters,%s,%d\n", int(hour / 24) + 1, hour % 24, cluster, nodes
}
# The nodes follow the workloads, and not the load of the API server.
function nodes(hour,  d) {
  d = hour / 24
  count(hour, "archive-prod", 60)                                  # many nodes, less load each day
  count(hour, "checkout-prod", 40 + 25 * day(hour))                # an autoscaler with a daily cycle
  count(hour, "gateway-asia", 9 + 3 * day(hour))                   # it crosses the end of small each day
  count(hour, "identity-prod", 30)                                 # more nodes than its API server needs
  count(hour, "ingest-eu", d < 9 ? 90 : 140)
  count(hour, "legacy-batch", hour % 168 < 12 ? 130 : 20)          # a job once a week
  count(hour, "metrics-dev", 6)
  count(hour, "orders-prod", 24 + int(2 * d))
  count(hour, "partner-portal", 4)
  count(hour, "payments-prod", 8)                                  # few nodes, and a busy API server
  if (d >= 5) count(hour, "search-prod", 12)
  count(hour, "training-lab", 120)                                 # a large cluster with little to do
}
function node_counts(hour,  d) {
  d = hour / 24
  count(hour, "atlas", 12)
  count(hour, "birch", d < 7 ? 38 : 45)                            # a pool that was added
  count(hour, "cedar", 80 + 35 * day(hour))                        # an autoscaler that crosses 100 each day
  count(hour, "delta", d < 4 ? 150 : d < 5 ? 190 : 230)
  count(hour, "ember", 210)
  count(hour, "fjord", 280 + 10 * d + 15 * noise())                # growth with noise across 320
  if (d < 9 || d >= 11) count(hour, "grove", 24)                   # metrics are missing for two days
  if (d >= 10) count(hour, "harbor", 3)                            # a new cluster
}
BEGIN {
  seed = 1
  hours = kind == "usage" ? 24 * 7 : kind ~ /^(recommendations|node)/ ? 24 * 14 : 24 * 10
  columns = kind ~ /^node/ ? "nodes" : kind ~ /usage$/ ? "pod,memory,cpu" : "memory,cpu"
  print "time,namespace,cluster," columns
  for (hour = 0; hour < hours; ++hour) {
    if (kind == "usage") usage(hour)
    else if (kind == "recommendations") recommendations(hour)
    else if (kind ~ /^node/ && hour % 2 > 0) continue
    else if (kind == "nodes") nodes(hour)
    else if (kind == "node-counts") node_counts(hour)
    else if (hour % 3 == 0) shares(hour)
  }
}'
