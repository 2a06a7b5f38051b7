#ifndef CPSIZER_TESTS_TESTING_NET_FAULT_PROXY_H_
#define CPSIZER_TESTS_TESTING_NET_FAULT_PROXY_H_

#include <list>
#include <mutex>
#include <string>
#include <thread>

#include "tests/testing/net/fault_stream.h"

namespace cpsizer::testing {

// A TCP proxy between a client and a server on 127.0.0.1. It injects the faults of a test into each connection, at
// exact byte positions. Thread-safe.
class FaultProxy {
 public:
  // The fault of each direction.
  struct Faults {
    Fault to_server;
    Fault to_client;
  };
  // The bytes that each side has sent on a connection.
  struct Exchange {
    std::string to_server;
    std::string to_client;
  };

  // `server` is an address such as `127.0.0.1:40123`.
  explicit FaultProxy(const std::string& server);
  // Ends all open connections.
  ~FaultProxy();
  FaultProxy(const FaultProxy&) = delete;
  FaultProxy& operator=(const FaultProxy&) = delete;

  // Returns the address to which the client must connect. Example: `127.0.0.1:40124`
  const std::string& address() const { return address_; }

  // Sets the faults of connections that begin from now on.
  void SetFaults(const Faults& faults);
  // Forwards the bytes that kHold faults hold. Connections that this proxy has accepted until now then hold no more
  // bytes. Later connections hold them, even if they begin before the bytes are forwarded.
  void Release();
  // Returns the number of connections so far.
  int connections() const;
  // Returns the bytes of the newest connection so far.
  Exchange last_exchange() const;

 private:
  struct Direction;
  struct Connection;

  void Run();
  void Accept();
  // Forwards all available bytes. Returns false if the connection has ended.
  bool Serve(Connection& connection);
  void Read(Direction& direction, bool drop);
  // Releases the held bytes of the connections that existed at Release(). Returns false if the thread must stop.
  bool ApplyRelease();

  const int server_port_;
  int listener_;
  const int wake_;
  std::string address_;
  mutable std::mutex mutex_;
  bool stopping_ = false;              // guarded by mutex_
  int released_ = 0;                   // number of the last connection that holds no bytes, guarded by mutex_
  Faults faults_;                      // guarded by mutex_
  int accepted_ = 0;                   // guarded by mutex_
  Exchange last_;                      // guarded by mutex_
  std::list<Connection> connections_;  // used only by the thread
  std::thread thread_;
};

}  // namespace cpsizer::testing

#endif  // CPSIZER_TESTS_TESTING_NET_FAULT_PROXY_H_
