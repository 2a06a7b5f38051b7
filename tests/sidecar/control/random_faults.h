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

// Returns the kinds of faults in random order. Each kind is used once before any kind is used a second time.
template <typename Make>
class ShuffledFaults {
 public:
  struct Kind {
    std::string name;
    Make make;
  };
  explicit ShuffledFaults(std::vector<Kind> kinds) : kinds_(std::move(kinds)), left_(kinds_.size()) {}

  // Returns the kind with the name `name`, or null if it does not exist.
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
  std::vector<Kind> kinds_;  // kinds that were already used are at the end
  size_t left_;
  bool all_used_ = false;
};

// Injects random faults into the API server and the service, in bursts.
//
// At first, half of all requests to the API server and half of all responses of the service have a fault. After each
// kind of fault was used, half of all watches, a tenth of all pages of lists, and a quarter of all other requests and
// responses have a fault. The faults end when the required number is reached.
//
// A burst can also have only one kind of fault. Each request or response to which this kind applies then has this
// fault. In a burst of refusals, the API server also refuses writes of decisions (422 or 403), and the service refuses
// objects.
//
// Thread-safe, except Disturb().
class RandomFaults {
 public:
  // `most` is the number of faults. If `pages` is true, lists have pages of 60 objects, and the kinds include faults of
  // later pages.
  RandomFaults(uint32_t seed, int most, bool pages);

  // Starts a burst of random faults.
  void BeginBurst(bool refusals);
  // Starts a burst with faults of one kind only. Each request or response to which this kind applies has a fault.
  void BeginBurstOf(const std::string& kind);
  // Returns the names that BeginBurstOf() accepts.
  std::vector<std::string> kinds() const;
  // Returns whether all faults of the current burst have occurred.
  bool burst_over() const;
  // Ends all faults and continues all blocked requests. A watch that was blocked by the fault `silent watch` ends when
  // the server sends bookmarks.
  void EndBurst();

  // FakeApiServer calls this function through SetFaults().
  testing::FakeApiFault Next(const testing::FakeApiRequest& request);
  // Must be called before each response of the service.
  void Disturb(BreakableService& service);
  // Continues one blocked request with some probability. Must be called repeatedly: when one request continues, the
  // next request can be blocked.
  void ReleaseOne();
  // Returns whether the required number of faults has occurred and each kind was used.
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
  // With a probability of about 1/`times`, returns one of `faults`; otherwise returns no fault. Requires the lock.
  Fault NextFault(RequestFaults& faults, size_t times);
  Fault AnyFault(const testing::FakeApiRequest& request, size_t times);
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
  std::string only_;   // the only kind in this burst; empty: all kinds
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
