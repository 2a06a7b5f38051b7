#include "client/cli/history/fit_proposal.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "client/cli/history/replay_texts.h"
#include "client/cli/output/progress.h"
#include "client/cli/output/show.h"

namespace cpsizer::cli {
namespace {

using history::FitAxis;
using history::FitCandidate;
using history::FitFigures;
using history::FitKind;
using history::FitPoint;
using history::FitSize;
using history::Resource;

// The points of a search that are shown on both sides of the best one: the next cheaper and more expensive ones.
constexpr size_t kNeighbors = 4;

class Proposer {
 public:
  Proposer(const FitFlags& flags, const FitOptions& options, const v1::ClusterSizingConfiguration& config,
           history::Evaluator& evaluator, FitResult& result)
      : flags_(flags), options_(options), config_(config), evaluator_(evaluator), result_(result) {
    by_rank_.resize(evaluator.sizes().size());
    for (size_t i = 0; i < by_rank_.size(); ++i) by_rank_[size_t(evaluator.sizes()[i].rank)] = static_cast<int>(i);
    for (const int number : by_rank_) {
      const std::string& name = evaluator.sizes()[static_cast<size_t>(number)].name;
      result_.prices.emplace_back(name, evaluator.prices().at(name));
    }
  }

  absl::Status Run(const history::ShareCollector& shares, Environment& environment) {
    const std::vector<FitAxis> axes = AxesOfShares(shares);
    if (absl::Status status = Add({}, {}, FitMark::kPresent); !status.ok()) return status;
    if (!axes.empty() && result_.kind == FitKind::kFractions) {
      const FitMark mark = options_.search.has_value() ? FitMark::kShares : FitMark::kProposed;
      if (absl::Status status = Add(axes, proposed_shares_, mark); !status.ok()) return status;
    }
    if (options_.search.has_value()) {
      if (absl::Status status = Search(environment); !status.ok()) return status;
    } else {
      ConcludeShares(axes);
    }
    std::stable_sort(result_.choices.begin(), result_.choices.end(),
                     [](const FitChoice& a, const FitChoice& b) { return a.figures.cost < b.figures.cost; });
    return absl::OkStatus();
  }

 private:
  // Adds the evidence to the result. Sets the usable fractions and `proposed_shares_` to the proposals, and returns
  // their axes.
  std::vector<FitAxis> AxesOfShares(const history::ShareCollector& shares) {
    std::vector<FitAxis> axes;
    if (flags_.node_history.empty()) return axes;
    for (const Resource resource : options_.resources) {
      for (const int size : by_rank_) {
        const FitSize& found = evaluator_.sizes()[static_cast<size_t>(size)];
        if (!found.resources[Index(resource)].has_value()) continue;
        const history::ShareEvidence evidence = shares.EvidenceOf(resource, size, options_.reserve);
        const FitAxis axis = {resource, size};
        result_.evidence.push_back(
            {found.name, resource, PresentValue(axis, evaluator_.sizes(), FitKind::kFractions), evidence});
        if (!evidence.proposed_percent.has_value()) continue;
        evaluator_.SetUsable(resource, size, *evidence.proposed_percent);
        axes.push_back(axis);
        proposed_shares_.push_back(*evidence.proposed_percent);
      }
    }
    return axes;
  }

  v1::ClusterSizingConfiguration ConfigOf(absl::Span<const FitAxis> axes, const FitPoint& point) const {
    return WithPoint(config_, evaluator_.sizes(), result_.kind, axes, point);
  }

  FitChoice ChoiceOf(absl::Span<const FitAxis> axes, const FitCandidate& candidate, FitMark mark) const {
    FitChoice choice = {mark, {}, candidate.figures};
    for (const Resource resource : options_.resources) {
      for (const int size : by_rank_) {
        if (!evaluator_.sizes()[static_cast<size_t>(size)].resources[Index(resource)].has_value()) continue;
        int percent = PresentValue({resource, size}, evaluator_.sizes(), result_.kind);
        for (size_t i = 0; i < axes.size(); ++i) {
          const bool is_of_size = axes[i].size == FitAxis::kAllSizes || axes[i].size == size;
          if (axes[i].resource == resource && is_of_size) percent = candidate.point[i];
        }
        choice.percents[Index(resource)].push_back(percent);
      }
    }
    return choice;
  }

  absl::StatusOr<FitFigures> Evaluate(absl::Span<const FitAxis> axes, const FitPoint& point) {
    ++result_.evaluated;
    return evaluator_.Evaluate(ConfigOf(axes, point));
  }

  // Evaluates a configuration, and adds it to the result.
  absl::Status Add(absl::Span<const FitAxis> axes, const FitPoint& point, FitMark mark) {
    absl::StatusOr<FitFigures> figures = Evaluate(axes, point);
    if (!figures.ok()) return figures.status();
    result_.choices.push_back(ChoiceOf(axes, {point, *figures}, mark));
    return absl::OkStatus();
  }

  void ConcludeShares(absl::Span<const FitAxis> axes) {
    const auto missing = result_.evidence.size() - axes.size();
    if (axes.empty()) {
      result_.failed = true;
      result_.summary = "No change is proposed: there is too little evidence for each size.";
      return;
    }
    result_.proposal = ConfigOf(axes, proposed_shares_);
    result_.summary = absl::StrCat("Proposed: ", ValuesText(result_.choices.back(), result_.kind), ".");
    if (missing > 0) {
      absl::StrAppend(&result_.summary, " ", Counted(missing, "value"), " without enough evidence ",
                      missing == 1 ? "stays" : "stay", " as before.");
    }
  }

  absl::Status Search(Environment& environment) {
    const std::vector<FitAxis> axes = AxesOf(evaluator_.sizes(), options_.resources, flags_.per_size);
    if (axes.empty()) {
      result_.failed = true;
      result_.summary = "No change is proposed: no resource of --resource takes part in decisions.";
      return absl::OkStatus();
    }
    FitPoint reference;
    std::vector<int> groups;
    for (const FitAxis& axis : axes) {
      reference.push_back(ReferenceValue(axis));
      groups.push_back(axis.resource == axes.front().resource ? 0 : 1);
    }
    Progress progress(0, "configurations", environment);
    const auto evaluate = [&](const FitPoint& point) {
      progress.Report(result_.evaluated);
      return Evaluate(axes, point);
    };
    history::FitSearch search(result_.kind == FitKind::kFractions ? history::kFractionGrid : history::kCapacityGrid,
                              options_.targets, std::move(groups), std::move(reference), evaluate);
    if (absl::Status status = search.Run(); !status.ok()) return status;
    result_.is_complete = search.is_complete();
    AddFront(search, axes);
    ConcludeSearch(axes, search.best());
    return absl::OkStatus();
  }

  // Returns the fraction from the shares, if there is one, and the present value if not.
  int ReferenceValue(const FitAxis& axis) const {
    const std::string& size = axis.size == FitAxis::kAllSizes ? result_.prices.front().first
                                                              : evaluator_.sizes()[static_cast<size_t>(axis.size)].name;
    for (const FitEvidenceRow& row : result_.evidence) {
      if (result_.kind != FitKind::kFractions || row.size != size || row.resource != axis.resource) continue;
      if (row.evidence.proposed_percent.has_value()) return *row.evidence.proposed_percent;
    }
    return PresentValue(axis, evaluator_.sizes(), result_.kind);
  }

  // Adds a point of the search to the result, unless it has the present values.
  void AddPoint(absl::Span<const FitAxis> axes, const FitCandidate& candidate) {
    FitChoice choice = ChoiceOf(axes, candidate, FitMark::kNone);
    if (choice.percents != result_.choices.front().percents) result_.choices.push_back(std::move(choice));
  }

  // Adds the points of the front whose costs are next to that of the best point.
  void AddFront(const history::FitSearch& search, absl::Span<const FitAxis> axes) {
    const FitCandidate best = search.best();
    const std::vector<FitCandidate> front = search.Front();
    const size_t cheaper =
        static_cast<size_t>(std::count_if(front.begin(), front.end(), [&best](const FitCandidate& candidate) {
          return candidate.figures.cost < best.figures.cost;
        }));
    for (size_t i = cheaper - std::min(cheaper, kNeighbors); i < std::min(front.size(), cheaper + kNeighbors); ++i) {
      if (front[i].point != best.point) AddPoint(axes, front[i]);
    }
  }

  void ConcludeSearch(absl::Span<const FitAxis> axes, const FitCandidate& best) {
    const FitFigures present = result_.choices.front().figures;
    if (!Meets(best.figures, options_.targets)) {
      result_.failed = !Meets(present, options_.targets);
      result_.summary =
          "No change is proposed: no value of the grid meets the targets. Relax --target-short or --max-reversals, or "
          "search with --per-size.";
      if (!result_.failed) result_.summary = "No change is proposed: only the present values meet the targets.";
      result_.choices.push_back(ChoiceOf(axes, best, FitMark::kNearest));
      return;
    }
    if (Meets(present, options_.targets) && present.cost <= best.figures.cost) {
      AddPoint(axes, best);
      result_.summary = "No change is proposed: the present values meet the targets, and no others cost less.";
      return;
    }
    result_.choices.push_back(ChoiceOf(axes, best, FitMark::kProposed));
    result_.proposal = ConfigOf(axes, best.point);
    result_.summary = absl::StrCat("Proposed: ", ValuesText(result_.choices.back(), result_.kind), ".");
  }

  const FitFlags& flags_;
  const FitOptions& options_;
  const v1::ClusterSizingConfiguration& config_;
  history::Evaluator& evaluator_;
  FitResult& result_;
  std::vector<int> by_rank_;  // the numbers of the sizes in their order
  FitPoint proposed_shares_;
};

}  // namespace

absl::Status Propose(const FitFlags& flags, const FitOptions& options, const v1::BatchRecommendSizeRequest& present,
                     const history::Prices& prices, const FitHistory& history, BlockingService& client,
                     Environment& environment, FitResult& result) {
  const history::Replay& replay = history.replay();
  result.begin = replay.begin();
  result.end = replay.end();
  for (const history::ClusterTrack& track : replay.fleets().front()->tracks()) result.clusters += track.begun() ? 1 : 0;
  result.samples = {replay.used_samples(), replay.ignored_samples(), history.counts(),
                    SmallestSizeOf(replay.fleets().front()->decider()), replay.oom_kills()};
  result.kind = options.search.value_or(FitKind::kFractions);
  result.targets = options.targets;
  result.has_prices = !prices.empty();
  result.unmatched = history.shares().unmatched();
  result.below_usage = history.shares().below_usage();
  history::EvaluatorOptions evaluation;
  evaluation.present = present;
  evaluation.kind = result.kind;
  evaluation.resources = options.resources;
  const history::TransitionRules& rules = replay.fleets().front()->rules();
  evaluation.immediate = rules.immediate;
  evaluation.unscheduled = rules.unscheduled;
  evaluation.sizes_before = rules.sizes_before;
  evaluation.reversal_window = flags.replay.reversal_window;
  evaluation.prices = prices;
  history::Evaluator evaluator(std::move(evaluation), history.log(), history.names().clusters, client);
  if (absl::Status status = evaluator.ReadSizes(); !status.ok()) return status;
  Proposer proposer(flags, options, present.cluster_sizing_configuration(), evaluator, result);
  return proposer.Run(history.shares(), environment);
}

}  // namespace cpsizer::cli
