#ifndef CPSIZER_TESTS_SIDECAR_CONTROL_RANDOM_FAULTS_H_
#define CPSIZER_TESTS_SIDECAR_CONTROL_RANDOM_FAULTS_H_

#include <atomic>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/string_view.h"
#include "tests/sidecar/size/sidecar_fixture.h"
#include "tests/testing/fake_api/fake_api_server.h"

namespace cpsizer::sidecar {

// The kinds of faults in random order. Each kind is used once before any kind is used again.
template <typename Make>
class ShuffledFaults {
 public:
  struct Kind {
    std::string name;
    Make make;
  };
  explicit ShuffledFaults(std::vector<Kind> kinds) : kinds_(std::move(kinds)), left_(kinds_.size()) {}

  // Returns the kind of this name; null if there is none.
  const Kind* Find(absl::string_view name) const {
    for (const Kind& kind : kinds_) {
      if (kind.name == name) return &kind;
    }
    return nullptr;
  }
  const std::vector<Kind>& kinds() const { return kinds_; }
  // Returns whether all kinds were used.
  bool all_used() const { return all_used_; }
  const Kind& Next(std::mt19937& random) {
    if (left_ == 0) left_ = kinds_.size();
    std::swap(kinds_[random() % left_], kinds_[left_ - 1]);
    --left_;
    all_used_ = all_used_ || left_ == 0;
    return kinds_[left_];
  }

 private:
  std::vector<Kind> kinds_;  // used kinds are at the end
  size_t left_;
  bool all_used_ = false;
};

// Random faults for requests to the API server and for responses of the service, in bursts. Half of the requests and
// responses are affected until all kinds of faults for them were used. After that, the faults affect half of all
// watches, a tenth of all pages of lists, and a quarter of all other requests and of all responses, until there were
// enough faults. A burst can also have only one kind of fault, for each request. In a burst of refusals, the API server
// also refuses writes of decisions (422), and the service refuses objects. Thread-safe, except Disturb().
class RandomFaults {
 public:
  // If `pages` is true, lists have pages of 60 objects, and the kinds include faults of later pages.
  RandomFaults(uint32_t seed, int most, bool pages);

  // Starts a burst of random faults.
  void BeginBurst(bool refusals);
  // Starts a burst of one kind of fault. Each request or response to which this kind applies has this fault, and no
  // other fault occurs.
  void BeginBurstOf(const std::string& kind);
  // Returns the kinds for BeginBurstOf().
  std::vector<std::string> kinds() const;
  // Returns whether the burst has had all its faults.
  bool burst_over() const;
  // Ends all faults, and continues all blocked requests. A silent watch ends when the server sends bookmarks.
  void EndBurst();

  // Called by FakeApiServer through SetFaults().
  testing::FakeApiFault Next(const testing::FakeApiRequest& request);
  // Called before each response of the service.
  void Disturb(BreakableService& service);
  // Continues one blocked request with some probability. Must be called repeatedly, because requests are blocked one
  // after the other.
  void ReleaseOne();
  // Returns whether there were enough faults, and faults of each kind.
  bool over() const;

  // Returns the only token that the API server accepts.
  std::string Token() const;
  void ExpireToken();

  // Returns the number of faults by kind.
  std::map<std::string, int> counts() const;

 private:
  using Fault = testing::FakeApiFault;
  using RequestFaults = ShuffledFaults<std::function<Fault()>>;
  using ServiceFaults = ShuffledFaults<std::function<void(BreakableService&)>>;

  RequestFaults OfAnyRequest();
  RequestFaults OfWatch();
  static RequestFaults OfPage(absl::string_view page);
  ServiceFaults OfService();
  static ServiceFaults OfRefusals();
  bool HasEnded() const;
  // Returns one of `faults` for about one in `times` calls; otherwise returns no fault. Requires the lock.
  Fault NextFault(RequestFaults& faults, size_t times);
  template <typename Make>
  bool Applies(const ShuffledFaults<Make>& faults, size_t times);
  void Count(const std::string& name);
  size_t RandomBelow(size_t sides) { return random_() % sides; }
  std::shared_ptr<testing::FakeGate> NewGate();

  const int most_;
  const bool pages_;
  mutable std::mutex mutex_;  // guards all fields below
  std::mt19937 random_;
  int faults_ = 0;
  bool active_ = false;
  bool refusals_ = false;
  std::string only_;   // the only kind in this burst; empty for all kinds
  int burst_end_ = 0;  // number of faults at which the burst ends
  std::shared_ptr<std::atomic<bool>> burst_is_over_ = std::make_shared<std::atomic<bool>>(false);
  std::map<std::string, int> counts_;
  RequestFaults any_;
  RequestFaults watch_;
  RequestFaults third_page_;
  RequestFaults later_page_;
  ServiceFaults service_;
  ServiceFaults service_refusals_;
  int tokens_ = 0;
  std::vector<std::shared_ptr<testing::FakeGate>> gates_;
};

}  // namespace cpsizer::sidecar

#endif  // CPSIZER_TESTS_SIDECAR_CONTROL_RANDOM_FAULTS_H_
