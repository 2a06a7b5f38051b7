#!/bin/sh
# generate.sh FOLDER: writes an example of a management cluster with 40 hosted clusters of the five sizes, for
# docs/choosing-requests.md. The figures are invented, and the same on each machine. FOLDER then contains
#
#   fleet/configuration.yaml    a copy of clustersizingconfiguration.yaml
#   fleet/clusters.yaml         the HostedClusters and their NodePools
#   management/nodes.yaml       the nodes of the management cluster, five in each of three zones
#   management/pods.yaml        the pods of the control planes, with the requests of their sizes
#   usage.csv                   what each container uses in each hour of 14 days
set -eu
here=$(dirname "$0")
folder=${1:?write a folder}
mkdir -p "$folder/fleet" "$folder/management"
cp "$here/clustersizingconfiguration.yaml" "$folder/fleet/configuration.yaml"
exec awk -v clusters="$folder/fleet/clusters.yaml" -v nodes="$folder/management/nodes.yaml" \
  -v pods="$folder/management/pods.yaml" -v usage="$folder/usage.csv" '
function noise() {  # from -1 to 1
  seed = (seed * 16807) % 2147483647
  return 2 * seed / 2147483647 - 1
}
function day(hour) {  # from 0 at 02:00 to 1 at 14:00
  return 0.5 + 0.5 * cos((hour - 14) * 3.14159265358979 / 12)
}
# Each control plane has three replicas of three components, which are of the same size in each cluster of a size.
function component(size, name, cpu, gi) {
  cpus[size, name] = cpu
  gis[size, name] = gi
}
function size(name, count, least, most,  i) {
  for (i = 1; i <= count; ++i) {
    cluster = name "-" (i < 10 ? "0" : "") i
    names[++fleet] = cluster
    sizes[cluster] = name
    workers[cluster] = int(least + (most - least) * (i - 0.5) / count)
  }
}
function write_cluster(cluster) {
  printf "apiVersion: hypershift.openshift.io/v1beta1\nkind: HostedCluster\nmetadata:\n  namespace: clusters\n  name: %s\n" \
         "  labels: {hypershift.openshift.io/hosted-cluster-size: %s}\n" \
         "  annotations: {hypershift.openshift.io/cluster-scheduled: \"true\"}\n" \
         "spec: {controllerAvailabilityPolicy: HighlyAvailable}\n" \
         "status: {conditions: [{type: KubeAPIServerAvailable, status: \"True\"}]}\n---\n" \
         "apiVersion: hypershift.openshift.io/v1beta1\nkind: NodePool\nmetadata: {namespace: clusters, name: %s-workers}\n" \
         "spec: {clusterName: %s, replicas: %d}\n---\n",
         cluster, sizes[cluster], cluster, cluster, workers[cluster] > clusters
}
function write_nodes(  zone, i) {
  for (zone = 1; zone <= 3; ++zone) {
    for (i = 1; i <= 5; ++i) {
      printf "apiVersion: v1\nkind: Node\nmetadata: {name: %s, labels: {topology.kubernetes.io/zone: zone-%s}}\n" \
             "status: {allocatable: {cpu: \"63\", memory: 243Gi, pods: \"250\"}}\n---\n",
             node(zone, i), letter(zone) > nodes
    }
  }
}
function letter(zone) { return substr("abc", zone, 1) }
function node(zone, i) { return "node-" letter(zone) i }
function pod_name(name, zone) { return name (name == "etcd" ? "-" zone - 1 : "-5d8c7b9f6d-" substr("bcd", zone, 1) "x2k7") }
# A pod runs on the first node of its zone with room.
function write_pod(cluster, name, zone,  i, cpu, gi) {
  cpu = cpus[sizes[cluster], name]
  gi = gis[sizes[cluster], name]
  for (i = 1; i < 5 && (used_cpu[zone, i] + cpu > 60 || used_gi[zone, i] + gi > 235); ++i) {}
  used_cpu[zone, i] += cpu
  used_gi[zone, i] += gi
  printf "apiVersion: v1\nkind: Pod\nmetadata: {name: %s, namespace: clusters-%s, labels: {app: %s%s}, " \
         "ownerReferences: [{kind: %s, name: %s, controller: true}]}\nspec:\n  nodeName: %s\n  affinity:\n" \
         "    podAntiAffinity:\n      requiredDuringSchedulingIgnoredDuringExecution:\n" \
         "      - {labelSelector: {matchLabels: {app: %s}}, topologyKey: topology.kubernetes.io/zone}\n" \
         "      - {labelSelector: {matchLabels: {app: %s}}, topologyKey: kubernetes.io/hostname}\n" \
         "  containers:\n  - {name: %s, resources: {requests: {cpu: %dm, memory: %dMi}}}\nstatus: {phase: Running}\n---\n",
         pod_name(name, zone), cluster, name, name == "etcd" ? "" : ", pod-template-hash: 5d8c7b9f6d", name == "etcd" ? "StatefulSet" : "ReplicaSet",
         name == "etcd" ? name : name "-5d8c7b9f6d", node(zone, i), name, name, name, cpu * 1000, gi * 1024 > pods
}
# What a container uses at most, as a part of its request. The kube-apiservers of small and medium clusters need more than
# they request, and etcd of tiny clusters needs much less. In the second week, one cluster has many custom resources.
function part(cluster, name, hour) {
  if (name == "kube-apiserver") {
    if (cluster == "tiny-11" && hour >= 168) return 1.35
    return sizes[cluster] == "small" || sizes[cluster] == "medium" ? 0.98 : 0.8
  }
  return name == "etcd" && sizes[cluster] == "tiny" ? 0.45 : 0.8
}
function write_usage(hour, cluster, name, zone,  use, gi, oom) {
  use = part(cluster, name, hour) * (0.72 + 0.2 * day(hour) + 0.08 * noise())
  gi = gis[sizes[cluster], name] * use
  oom = cluster == "small-03" && name == "kube-apiserver" && zone == 2 && hour == 207 ? sprintf("%.0f", gis["small", name] * 1073741824) : ""
  printf "2026-03-%02dT%02d:00:00Z,clusters,%s,%s,%s,%.0f,%.3f,%s\n", int(hour / 24) + 1, hour % 24, cluster,
         pod_name(name, zone), name, gi * 1073741824, cpus[sizes[cluster], name] * use, oom > usage
}
BEGIN {
  seed = 1
  split("kube-apiserver etcd openshift-apiserver", components, " ")
  component("tiny", "kube-apiserver", 1, 5); component("tiny", "etcd", 0.5, 2); component("tiny", "openshift-apiserver", 0.25, 700 / 1024)
  component("small", "kube-apiserver", 2, 11); component("small", "etcd", 1, 4); component("small", "openshift-apiserver", 0.4, 1)
  component("medium", "kube-apiserver", 4, 20); component("medium", "etcd", 2, 7); component("medium", "openshift-apiserver", 0.6, 1600 / 1024)
  component("large", "kube-apiserver", 6, 33); component("large", "etcd", 3, 11); component("large", "openshift-apiserver", 0.9, 2400 / 1024)
  component("xlarge", "kube-apiserver", 9, 48); component("xlarge", "etcd", 4, 16); component("xlarge", "openshift-apiserver", 1.2, 3)
  size("tiny", 14, 3, 40); size("small", 10, 41, 100); size("medium", 8, 101, 200); size("large", 5, 201, 320); size("xlarge", 3, 321, 480)
  write_nodes()
  print "time,namespace,cluster,pod,container,memory,cpu,oom" > usage
  for (i = fleet; i >= 1; --i) {
    write_cluster(names[i])
    for (c = 1; c <= 3; ++c) for (zone = 1; zone <= 3; ++zone) write_pod(names[i], components[c], zone)
  }
  for (hour = 0; hour < 14 * 24; ++hour) {
    for (i = 1; i <= fleet; ++i) for (c = 1; c <= 3; ++c) for (zone = 1; zone <= 3; ++zone) write_usage(hour, names[i], components[c], zone)
  }
}'
