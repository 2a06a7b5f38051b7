# Prints the table of compare.sh. The input is an array of results for each round, from both programs.
def median: sort | .[length / 2 | floor];
def fixed: (. * 100 | round) as $n | "\($n / 100 | floor).\($n / 10 % 10 | floor)\($n % 10)";

# The decisions about the same objects must be equal.
def check_decisions:
  group_by(.name | capture("(?<kind>Size|Replicas).*/(?<count>.*)") | .kind + "/" + .count)[]
  | select(map(.label) | unique | length > 1)
  | error("different decisions: \(map("\(.name): \(.label)") | join(", "))");

# Each row has a text, the result, the result that it is compared with, and the largest ratio of the goal if there is one.
def rows:
  ["Size, 10 sizes, of HyperShift", "ComparedSize/10", "GoSize/10", 1.5],
  ["Size, 5 sizes, of HyperShift", "ComparedSize/5", "GoSize/5"],
  ["Size, 10 sizes, with parsing and a cache hit, of HyperShift", "ComparedSizeCacheHit/10", "GoSize/10", 1.5],
  ["Replicas, 5 pods, of the calculator", "ComparedReplicas/5", "GoReplicas/5", 1],
  ["Replicas, 500 pods, of the calculator", "ComparedReplicas/500", "GoReplicas/500"],
  ["Replicas, 5 pods, of the calculator and its metrics client", "ComparedReplicas/5", "GoReplicasReading/5"],
  ["Replicas, 500 pods, of the calculator and its metrics client", "ComparedReplicas/500", "GoReplicasReading/500"],
  ["Replicas, 5 pods, with parsing, of the calculator", "ComparedReplicasCall/5", "GoReplicas/5"],
  ["Replicas, 500 pods, with parsing, of the calculator", "ComparedReplicasCall/500", "GoReplicas/500"],
  ["Parsing, 500 pods, of parsing and deciding", "ComparedReplicasParsing/500", "ComparedReplicasCall/500", 1 / 3];

def goal($ratio):
  if . == null then " | " elif $ratio <= . then "\(fixed) | reached" else "\(fixed) | MISSED" end;

(.[] | check_decisions),
"| Median of the rounds | CPU ns | Compared with: CPU ns | Ratio | At most | |",
"| --- | ---: | ---: | ---: | ---: | --- |",
(map(map({key: .name, value: .cpu_time}) | from_entries) as $rounds
 | rows as [$text, $ours, $of, $most]
 | ($rounds | map(.[$ours] / .[$of]) | median) as $ratio
 | "| \($text) | \($rounds | map(.[$ours]) | median | round) | \($rounds | map(.[$of]) | median | round) | "
   + "\($ratio | fixed) | \($most | goal($ratio)) |")
