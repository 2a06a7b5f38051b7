#ifndef CPSIZER_TESTS_TESTING_NET_FAULT_PROXY_H_
#define CPSIZER_TESTS_TESTING_NET_FAULT_PROXY_H_

#include <list>
#include <mutex>
#include <string>
#include <thread>

#include "tests/testing/net/fault_stream.h"

namespace cpsizer::testing {

// A network between a client and a server on 127.0.0.1 that injects the faults of a test into each connection, at
// exact bytes. Thread-safe.
class FaultProxy {
 public:
  // The faults of each direction.
  struct Faults {
    Fault to_server;
    Fault to_client;
  };
  // The bytes that each side has sent over a connection.
  struct Exchange {
    std::string to_server;
    std::string to_client;
  };

  // `server` has the form `127.0.0.1:40123`.
  explicit FaultProxy(const std::string& server);
  // Ends the open connections.
  ~FaultProxy();
  FaultProxy(const FaultProxy&) = delete;
  FaultProxy& operator=(const FaultProxy&) = delete;

  // The address to which the client connects, in the form of the server's address.
  const std::string& address() const { return address_; }

  // Sets the faults of connections that begin from now on.
  void SetFaults(const Faults& faults);
  // Releases held bytes, and holds no more in the existing connections.
  void Release();
  // Returns the number of connections so far.
  int connections() const;
  // Returns the bytes of the newest connection.
  Exchange last_exchange() const;

 private:
  struct Direction;
  struct Connection;

  void Run();
  void Accept();
  // Transfers all available bytes. Returns false when none can follow.
  bool Serve(Connection& connection);
  void Read(Direction& direction, bool drop);
  // Applies `release_`, and returns whether to continue.
  bool ApplyRelease();

  const int server_port_;
  int listener_;
  const int wake_;
  std::string address_;
  mutable std::mutex mutex_;
  bool stopping_ = false;              // guarded by mutex_
  bool release_ = false;               // guarded by mutex_
  Faults faults_;                      // guarded by mutex_
  int accepted_ = 0;                   // guarded by mutex_
  Exchange last_;                      // guarded by mutex_
  std::list<Connection> connections_;  // used by the thread only
  std::thread thread_;
};

}  // namespace cpsizer::testing

#endif  // CPSIZER_TESTS_TESTING_NET_FAULT_PROXY_H_
