#include "client/cli/words/word_tables.h"

namespace cpsizer::cli {
namespace {

constexpr absl::string_view kInFleet = "the fleet table of cpsizer recommend";
constexpr absl::string_view kInSizes = "the tables of one cluster of cpsizer recommend";
constexpr absl::string_view kInDiff = "the tables of cpsizer diff";
constexpr absl::string_view kInReplay = "the table of clusters of cpsizer replay";
constexpr absl::string_view kInFit = "the tables of cpsizer fit";
constexpr absl::string_view kInRequests = "the table of cpsizer fit --requests";
constexpr absl::string_view kInRecommend = "the tables of cpsizer recommend";

constexpr Word kSizeColumnWords[] = {
    kColumns,
    {"CURRENT",
     "The size that the cluster has now, which is its label hosted-cluster-size, or the number of replicas now.",
     kNoRemedy, "the tables of cpsizer recommend and cpsizer replicas"},
    {"RECOMMENDED",
     "The size that the demand needs, or the outcome if there is none. A word such as OVERRIDDEN follows if the "
     "operator does not give the cluster this size.",
     kNoRemedy, kInRecommend},
    {"DRIVER",
     "The resource that decided the size: MEMORY, CPU, BOTH or ORDER. NODES: the number of nodes decided, as for every "
     "cluster that is not sized by resources.",
     kNoRemedy, kInFleet},
    {"NODES",
     "The number of nodes of the cluster, as the operator counts them; see docs/node-counts.md. In cpsizer capacity "
     "the "
     "number of nodes, with the planned nodes of --nodes-like.",
     kNoRemedy, "the tables of cpsizer recommend -o wide and cpsizer capacity"},
    {"BY",
     "Who sets the size of the cluster: its override, its resources, or its number of nodes; `-` if nothing sets it "
     "now.",
     kNoRemedy, "the tables of cpsizer recommend -o wide"},
    {"MEMORY",
     "In the fleet table the demand for memory and the headroom; in the table of sizes the effective capacity for "
     "memory; in the tables of machines the memory utilization of the nodes; in cpsizer capacity the requests of a "
     "whole control plane.",
     kNoRemedy, "the tables of cpsizer recommend, cpsizer machine and cpsizer capacity"},
    {"CPU", "The same as in the column MEMORY, for CPU.", kNoRemedy,
     "the tables of cpsizer recommend and cpsizer machine"},
    {"MEMORY HEADROOM",
     "The effective capacity for memory minus the demand. It has a minus sign if the demand is larger.", kNoRemedy,
     kInFleet},
    {"CPU HEADROOM", "The effective capacity for CPU minus the demand. It has a minus sign if the demand is larger.",
     kNoRemedy, kInFleet},
    {"MEMORY FRACTION", "The part of the memory capacity that a decision may fill.", kNoRemedy, kInFleet},
    {"CPU FRACTION", "The part of the CPU capacity that a decision may fill.", kNoRemedy, kInFleet},
    {"VPA AGE",
     "The time since the VPA of the cluster was created. The recommendation of a new VPA has little history.",
     kNoRemedy, kInFleet},
    {"ANNOTATION",
     "In the fleet table the value of the annotation recommended-cluster-size, which the sidecar writes; if it differs "
     "from CURRENT, the operator has not changed the size yet. In a plan the key of the annotation.",
     kNoRemedy, "the tables of cpsizer recommend -o wide and cpsizer autoscaler plan"},
    {"WHY", "The reason for the result, as in the summary of the decision.", kNoRemedy,
     "tables, some with -o wide only"},
    {"SIZE", "The name of a size.", kNoRemedy,
     "the tables of cpsizer recommend, diff, fit, capacity and machine simulate"},
    {"NOW", "The value before the change: the number of clusters with a size, or the present value of a field.",
     kNoRemedy, "the summary by size of cpsizer recommend, cpsizer autoscaler diff and cpsizer fit --requests"},
    {"CHANGE", "The difference between the two columns before it.", kNoRemedy,
     "the summaries by size of cpsizer recommend and cpsizer diff, and the figures of cpsizer replay"},
    {"NODE-HOURS/DAY", "The hours per day of the machines that the clusters of a size use.", kNoRemedy, kInFleet},
    {"RESOURCE", "The resource that a row is about: memory, CPU, or the number of pods.", kNoRemedy,
     "the tables of one cluster of cpsizer recommend, and cpsizer capacity"},
    {"DEMAND", "The amount that the VPA recommends for the kube-apiserver.", kNoRemedy, kInSizes},
    {"REQUIRES",
     "The size that this resource alone requires: the first size that holds its demand; if there is none, the last "
     "size.",
     kNoRemedy, kInSizes},
    {"CAPACITY", "The amount that the kube-apiserver of the size may use, before the fraction, and its source.",
     kNoRemedy, kInSizes},
    {"FRACTION", "The part of the capacity that a decision may fill, and its source.", kNoRemedy, kInSizes},
    {"EFFECTIVE", "The effective capacity: the capacity multiplied by the fraction. A size holds a demand up to it.",
     kNoRemedy, kInSizes},
    {"HEADROOM",
     "The amount by which the effective capacity is above the demand, or `short by` and the amount by which it is "
     "below "
     "the demand; and the difference in percent of the demand.",
     kNoRemedy, kInSizes},
    {"GROWS ABOVE", "The largest demand that does not require a larger size.", kNoRemedy, kInSizes},
    {"SHRINKS AT", "The largest demand for which a smaller size is chosen.", kNoRemedy, kInSizes},
    {"MEMORY FROM", "The source of the memory capacity: the configuration or a MachineSet.", kNoRemedy, kInSizes},
    {"CPU FROM", "The source of the CPU capacity: the configuration or a MachineSet.", kNoRemedy, kInSizes},
    {"FRACTION FROM", "The source of the fraction of the column before it: the size, the configuration or a default.",
     kNoRemedy, kInSizes},
    {"BEFORE",
     "The size, the number of clusters or replicas, or the figure of a replay, before the change or the step.",
     kNoRemedy, "the tables of cpsizer diff and replay, and the steps of cpsizer replicas"},
    {"AFTER", "The size, the number of clusters or replicas, or the figure of a replay, after the change or the step.",
     kNoRemedy,
     "the tables of cpsizer diff and replay, the summary by size of cpsizer recommend, and the steps of "
     "cpsizer replicas"},
    {"MOVE",
     "The direction of the change: up, down, across (between sizes of different configurations), outcome (the same "
     "size with another outcome), stays, or failed (a decision failed).",
     kNoRemedy, kInDiff},
    {"FIGURE", "What the row counts, for all clusters of the history together.", kNoRemedy,
     "the first table of cpsizer replay"},
    {"TRANSITIONS",
     "How often the cluster, or all clusters, got another size. Two values such as `2 / 5` are those of the "
     "configuration of -f and of --with.",
     kNoRemedy, "the table of clusters of cpsizer replay, and the table of choices of cpsizer fit"},
    {"REVERSALS", "How often a transition undid the last one within --reversal-window.",
     "Raise the delay for decreases, or change the fraction of the size.", kInReplay},
    {"SHORT",
     "The time in which the demand was above the effective capacity of the size that the cluster had; of numbers of "
     "nodes, above the most nodes of its criteria.",
     "Add a larger size, or change the fractions; for nodes, lower the delay for increases or raise the limit.",
     kInReplay},
    {"OVER", "The time at a size although a smaller one holds the memory and the CPU of the cluster.",
     "Size the cluster by its resources, or change the criteria.", kInReplay},
    {"NO SIZE", "The time in which no size was for the number of nodes, so that the cluster kept its size.",
     "Close the gap between the criteria of the sizes; cpsizer validate names it.", kInReplay},
    {"BY NODES", "The figure of a replay in which the number of nodes decides the size of each cluster.", kNoRemedy,
     kInReplay},
    {"BY RESOURCES", "The figure of a replay in which memory and CPU decide the size of each cluster.", kNoRemedy,
     kInReplay},
    {"NO FIT", "The time in which no size held the demand, so that the last size was recommended.",
     "Add a larger size, or change the fractions.", kInReplay},
    {"HELD", "The time in which no size was recommended, so that the cluster kept its size.",
     "Run cpsizer explain with the reason in the figures.", kInReplay},
    {"LEAST HEADROOM",
     "The least amount by which the effective capacity was above the demand, in percent of the demand; negative if the "
     "demand was larger.",
     kNoRemedy, kInReplay},
    {"FIRST SIZE", "The size of the cluster at the first sample.", kNoRemedy, kInReplay},
    {"LAST SIZE", "The size of the cluster at the end.", kNoRemedy, kInReplay},
    {"SHARE",
     "The part of what is used on the nodes of a size that the kube-apiserver uses: it is at least this in 95 % of the "
     "samples.",
     kNoRemedy, kInFit},
    {"PROPOSED",
     "The share, without the reserve, rounded down: the fraction that the evidence supports. With --requests: the "
     "request that replaces the present one, or nothing.",
     kNoRemedy, kInFit},
    {"P50", "The usage that half of the samples are at or below.", kNoRemedy, kInRequests},
    {"P95", "The usage that 95 % of the samples are at or below.", kNoRemedy, kInRequests},
    {"MAX", "The largest usage of a sample.", kNoRemedy, kInRequests},
    {"PEAK",
     "The quantile --quantile of the largest usage of each replica in each week. The request is this usage with "
     "--headroom, rounded up.",
     kNoRemedy, kInRequests},
    {"INTERVAL", "The interval that contains the share without the reserve with a probability of 95 %.",
     "If it is wide, use the history of more clusters.", kInFit},
    {"CLUSTERS",
     "The number of clusters with samples at the size; in cpsizer capacity the number of clusters with the size.",
     kNoRemedy, "the tables of cpsizer fit and cpsizer capacity"},
    {"DAYS", "The time from the first to the last sample at the size, in days.", kNoRemedy, kInFit},
    {"CHOICE", "What the configuration of the row is: present, shares, proposed, nearest, or another point.", kNoRemedy,
     kInFit},
    {"VALUES",
     "The fractions, or the capacities in percent of the present ones: one value for all sizes, or the values of the "
     "sizes in their order.",
     kNoRemedy, kInFit},
    {"COST", "The node-hours, multiplied by the prices, or by the relative capacities of the sizes.", kNoRemedy,
     kInFit},
    {"SHORT TIME",
     "The part of the time of all clusters in which the demand was above the amount that the kube-apiserver can use on "
     "the nodes.",
     kNoRemedy, kInFit},
    {"REVERSALS/WEEK", "The reversals of a cluster per week, as the mean of all clusters.",
     "Choose values at which fewer demands vary around a limit between two sizes, or raise the delay for decreases.",
     kInFit},
    {"TARGETS", "Whether the configuration meets --target-short and --max-reversals: met or missed.", kNoRemedy,
     kInFit},
};

}  // namespace

absl::Span<const Word> SizeColumnWords() {
  return kSizeColumnWords;
}

}  // namespace cpsizer::cli
