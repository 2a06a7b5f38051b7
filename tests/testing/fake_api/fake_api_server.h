#ifndef CPSIZER_TESTS_TESTING_FAKE_API_FAKE_API_SERVER_H_
#define CPSIZER_TESTS_TESTING_FAKE_API_FAKE_API_SERVER_H_

#include <condition_variable>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <set>
#include <string>
#include <vector>

#include "absl/functional/function_ref.h"
#include "absl/strings/string_view.h"
#include "absl/time/clock.h"
#include "absl/time/time.h"
#include "tests/testing/fake_api/fake_api_fault.h"
#include "tests/testing/fake_api/fake_api_reads.h"
#include "tests/testing/fake_api/fake_api_store.h"
#include "tests/testing/fake_api/fake_api_watch.h"
#include "tests/testing/fake_api/fake_api_writes.h"
#include "tests/testing/net/fake_http_server.h"

namespace cpsizer::testing {

// A write that a client sent, in the order in which the server took them.
struct FakeApiWrite {
  std::string method;
  std::string path;
  std::string object_path;  // the same but for a POST, which names the collection in `path`
  std::map<std::string, std::string> query;
  std::string content_type;
  absl::flat_hash_map<std::string, std::string> headers;  // names in lower case
  std::string body;
  // What the server made of it, or a fault answered in its place; 0 where a fault said nothing. A fault that loses an
  // answer changes nothing here.
  int code = 0;
  bool reached = false;  // no fault kept it from the store
  int64_t version = 0;   // the counter before it
  FakeApiObject before;  // the object that it is about; null where there was none
  FakeApiObject after;   // the same behind it
};

// A Kubernetes API server on a port of 127.0.0.1, without TLS, for tests of clients: it keeps objects and answers as a
// real one was seen to, unless the test wants a fault. Namespaces, Leases and Events are there from the beginning.
//
// Not there: discovery, OpenAPI, schemas, RBAC (a fault can answer 403), label selectors,
// WatchList, deletion of collections, garbage collection. The timeoutSeconds of a watch is left unheeded.
//
// Thread-safe. Object paths are whole: `/apis/GROUP/VERSION/namespaces/NAMESPACE/PLURAL/NAME`; those of collections
// are without namespace: `/apis/GROUP/VERSION/PLURAL`.
class FakeApiServer {
 public:
  struct Options {
    // Nothing can be created in a namespace that is not there.
    bool enforce_namespaces = false;
    // Asked before a client's write is stored.
    FakeApiAdmission admission;
    // Pages of lists have so many objects at most, whatever a client asks for.
    size_t most_in_page = SIZE_MAX;
    // For the times in objects.
    std::function<absl::Time()> now = absl::Now;
    // Hears of every write while nothing else can change the store: a place for oracles. Must not call the server.
    std::function<void(const FakeApiWrite&, const FakeApiStore&)> observe;
  };
  // Asked for every request before anything is done, one at a time, without a lock: it may change objects, or block.
  using Faults = std::function<FakeApiFault(const FakeApiRequest&)>;

  FakeApiServer() : FakeApiServer(Options()) {}
  explicit FakeApiServer(Options options);

  std::string url() const { return server_.url(); }

  void InstallKind(const FakeApiKind& kind);
  // With its objects; its watches hear of that and end.
  void RemoveKind(const std::string& collection);

  // Creates an object, or writes all of it anew, status included, as field manager `manager`; its kind must be there.
  // A uid counts where it is created. Returns it as it is stored.
  Json Put(Json object, absl::string_view manager = "test");
  // The object, or null.
  Json Get(absl::string_view path) const;
  // Changes an object as another client would; false if there is none.
  bool Modify(absl::string_view path, absl::FunctionRef<void(Json&)> change, absl::string_view manager = "test");
  // Deletes it, or marks it where it has finalizers; false if there is none.
  bool Remove(absl::string_view path);
  // Calls with the store, which does not change meanwhile.
  void Look(absl::FunctionRef<void(const FakeApiStore&)> look) const;

  // The resourceVersion counter.
  int64_t version() const;
  // `GET /path?query` of all requests, as they came.
  std::vector<std::string> requests() const;
  std::vector<FakeApiWrite> writes() const;
  // Watches of a kind that are open.
  size_t watches(const std::string& collection) const;

  // From now on; none without a function.
  void SetFaults(Faults faults);
  // What is older than now is 410, in a new watch and for a continue token.
  void Compact();
  // As an etcd that is restored from a backup of `version`: objects and counter go back, watches break.
  void RestoreToOlder(int64_t version);
  // Ends all watches as a server does after their time; `last_line`, an event in JSON, comes before.
  void EndWatches(absl::string_view last_line = "");
  // Breaks their connections.
  void BreakWatches();
  // To all watches that asked for bookmarks, behind what is still to be told.
  void SendBookmarks();

  // Wait for what clients do; false after a minute, which is too long for anything.
  bool WaitForRequests(size_t count) const;
  bool WaitForWrites(size_t count) const;
  bool WaitForWatches(const std::string& collection, size_t count) const;
  bool WaitUntil(absl::FunctionRef<bool(const FakeApiStore&)> done) const;

 private:
  void Serve(FakeHttpConnection& connection);
  // False once the connection is over.
  bool Answer(FakeHttpConnection& connection, const FakeApiRequest& request, const FakeApiFault& fault);
  FakeApiFault AskFault(const FakeApiRequest& request);
  FakeApiAnswer Read(const FakeApiRequest& request);
  FakeApiAnswer WriteAndRecord(const FakeApiRequest& request);
  // Writes down what a fault keeps from the store.
  void RecordKept(const FakeApiRequest& request, int code);
  // With the lock held.
  FakeApiAnswer DoWrite(const FakeApiRequest& request);
  void Record(FakeApiWrite write);
  FakeApiWrite NewRecord(const FakeApiRequest& request) const;
  void Changed();

  bool Stream(FakeHttpConnection& connection, const FakeApiRequest& request, const FakeApiFault& fault);
  bool SendEvents(FakeHttpConnection& connection, FakeApiWatch& watch, const FakeApiFault& fault);
  // Why no watch can be opened, or the watch.
  absl::optional<FakeApiAnswer> OpenWatch(const FakeApiRequest& request, std::shared_ptr<FakeApiWatch>& watch);
  size_t OpenWatches(const std::string& collection) const;
  bool WaitFor(absl::FunctionRef<bool()> done) const;

  const Options options_;
  std::mutex faults_mutex_;
  Faults faults_;  // guarded by faults_mutex_

  mutable std::mutex mutex_;  // guards all below
  mutable std::condition_variable changed_;
  FakeApiStore store_;
  FakeApiPager pager_;
  std::vector<std::string> requests_;
  std::vector<FakeApiWrite> writes_;
  std::set<std::shared_ptr<FakeApiWatch>> watches_;

  FakeHttpServer server_;  // last: its threads use the rest
};

}  // namespace cpsizer::testing

#endif  // CPSIZER_TESTS_TESTING_FAKE_API_FAKE_API_SERVER_H_
