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

// A write of a client. Writes are stored in the order in which the server received them.
struct FakeApiWrite {
  std::string method;
  std::string path;
  std::string object_path;  // equal to `path`, except for a POST: its `path` is the collection
  std::map<std::string, std::string> query;
  std::string content_type;
  absl::flat_hash_map<std::string, std::string> headers;  // names in lower case
  std::string body;
  // The response code of the server or of a fault; 0 if a fault prevented both the write and a response. If a fault
  // drops or replaces the response after the write, this is the code of the dropped or replaced response.
  int code = 0;
  bool reached = false;  // whether the write reached the store; false if a fault prevented this
  int64_t version = 0;   // the resourceVersion counter before the write
  FakeApiObject before;  // the object before the write; null if it did not exist
  FakeApiObject after;   // the object after the write
};

// A Kubernetes API server on a port of 127.0.0.1, without TLS, for tests of clients. It stores objects and responds
// like a real API server, unless the test sets a fault. The kinds Namespace, Lease and Event are always installed.
//
// Not implemented: discovery, OpenAPI, schemas, RBAC (a fault can return 403), label selectors, WatchList, deletion
// of collections, garbage collection. The timeoutSeconds of a watch is ignored.
//
// Thread-safe. Paths of objects are complete: `/apis/GROUP/VERSION/namespaces/NAMESPACE/PLURAL/NAME`. Paths of
// collections have no namespace: `/apis/GROUP/VERSION/PLURAL`.
class FakeApiServer {
 public:
  struct Options {
    // If true, an object cannot be created in a namespace that does not exist.
    bool enforce_namespaces = false;
    // Called before a client's write is stored.
    FakeApiAdmission admission;
    // Pages of lists have at most this number of objects, even if the limit of the client is larger.
    size_t most_in_page = SIZE_MAX;
    // Returns the current time. The server writes this time into objects.
    std::function<absl::Time()> now = absl::Now;
    // Called with every write, for oracles. The store does not change during the call. Must not call the server.
    std::function<void(const FakeApiWrite&, const FakeApiStore&)> observe;
  };
  // Called for every request before the request is processed. The server makes one call at a time, without its lock.
  // Therefore the function may change objects or block.
  using Faults = std::function<FakeApiFault(const FakeApiRequest&)>;

  FakeApiServer() : FakeApiServer(Options()) {}
  explicit FakeApiServer(Options options);

  std::string url() const { return server_.url(); }

  void InstallKind(const FakeApiKind& kind);
  // Removes the kind with its objects. Watches of the kind receive the deletions and end.
  void RemoveKind(const std::string& collection);

  // Creates an object, or replaces it including its status, as field manager `manager`. Its kind must be installed. If
  // the object is created and has a uid, this uid is used. Returns the stored object.
  Json Put(Json object, absl::string_view manager = "test");
  // Returns the object; null if it does not exist.
  Json Get(absl::string_view path) const;
  // Changes an object as another client. Returns false if it does not exist.
  bool Modify(absl::string_view path, absl::FunctionRef<void(Json&)> change, absl::string_view manager = "test");
  // Deletes an object, or marks it for deletion if it has finalizers. Returns false if it does not exist.
  bool Remove(absl::string_view path);
  // Calls `visit` with the store, which does not change during the call.
  void ReadStore(absl::FunctionRef<void(const FakeApiStore&)> visit) const;

  // Returns the resourceVersion counter.
  int64_t version() const;
  // Returns the methods and paths of all requests, as received. Example: `GET /path?query`
  std::vector<std::string> requests() const;
  std::vector<FakeApiWrite> writes() const;
  // Returns the number of open watches of a kind.
  size_t watches(const std::string& collection) const;

  // Sets the function that returns the faults of later requests. An empty function ends all faults.
  void SetFaults(Faults faults);
  // Expires all older revisions: a new watch or a continue token of an older revision then gets 410.
  void Compact();
  // Restores the state at `version`, as if etcd was restored from a backup. Resets the objects and the resourceVersion
  // counter, and breaks all watches.
  void RestoreToOlder(int64_t version);
  // Ends all watches normally, as a server does after the timeout of a watch. Sends `last_line`, an event in JSON,
  // before the end.
  void EndWatches(absl::string_view last_line = "");
  // Breaks the connections of all watches.
  void BreakWatches();
  // Sends bookmarks to all watches that requested them, after their pending events.
  void SendBookmarks();

  // Waits until clients have sent at least `count` requests. Returns false on timeout, after a minute.
  bool WaitForRequests(size_t count) const;
  bool WaitForWrites(size_t count) const;
  bool WaitForWatches(const std::string& collection, size_t count) const;
  bool WaitUntil(absl::FunctionRef<bool(const FakeApiStore&)> done) const;

 private:
  void Serve(FakeHttpConnection& connection);
  // Returns false if the connection is closed.
  bool Answer(FakeHttpConnection& connection, const FakeApiRequest& request, const FakeApiFault& fault);
  FakeApiFault AskFault(const FakeApiRequest& request);
  FakeApiAnswer Read(const FakeApiRequest& request);
  FakeApiAnswer WriteAndRecord(const FakeApiRequest& request);
  // Records a write that did not reach the store because of a fault.
  void RecordKept(const FakeApiRequest& request, int code);
  // The caller must hold the lock.
  FakeApiAnswer DoWrite(const FakeApiRequest& request);
  void Record(FakeApiWrite write);
  FakeApiWrite NewRecord(const FakeApiRequest& request) const;
  void Changed();

  bool Stream(FakeHttpConnection& connection, const FakeApiRequest& request, const FakeApiFault& fault);
  bool SendEvents(FakeHttpConnection& connection, FakeApiWatch& watch, const FakeApiFault& fault);
  // Sets `watch`, or returns the reason why no watch can be opened.
  absl::optional<FakeApiAnswer> OpenWatch(const FakeApiRequest& request, std::shared_ptr<FakeApiWatch>& watch);
  size_t OpenWatches(const std::string& collection) const;
  bool WaitFor(absl::FunctionRef<bool()> done) const;

  const Options options_;
  std::mutex faults_mutex_;
  Faults faults_;  // guarded by faults_mutex_

  mutable std::mutex mutex_;  // guards all members below
  mutable std::condition_variable changed_;
  FakeApiStore store_;
  FakeApiPager pager_;
  std::vector<std::string> requests_;
  std::vector<FakeApiWrite> writes_;
  std::set<std::shared_ptr<FakeApiWatch>> watches_;

  FakeHttpServer server_;  // the last member, because its threads use the others
};

}  // namespace cpsizer::testing

#endif  // CPSIZER_TESTS_TESTING_FAKE_API_FAKE_API_SERVER_H_
