#ifndef CPSIZER_TESTS_TESTING_NET_FAULT_PROXY_H_
#define CPSIZER_TESTS_TESTING_NET_FAULT_PROXY_H_

#include <list>
#include <mutex>
#include <string>
#include <thread>

#include "tests/testing/net/fault_stream.h"

namespace cpsizer::testing {

// A network between a client and a server on 127.0.0.1 that does to every connection what a test says, byte by byte.
// Thread-safe.
class FaultProxy {
 public:
  // In each direction.
  struct Faults {
    Fault to_server;
    Fault to_client;
  };
  // What each side has sent over a connection.
  struct Exchange {
    std::string to_server;
    std::string to_client;
  };

  // `server` such as `127.0.0.1:40123`.
  explicit FaultProxy(const std::string& server);
  // Ends what is open.
  ~FaultProxy();
  FaultProxy(const FaultProxy&) = delete;
  FaultProxy& operator=(const FaultProxy&) = delete;

  // Where the client is to connect to, as that of the server.
  const std::string& address() const { return address_; }

  // For connections that begin from here on.
  void SetFaults(const Faults& faults);
  // Lets what is held go, and holds nothing more in the connections that there are.
  void Release();
  // Connections so far.
  int connections() const;
  // Of the connection that began last.
  Exchange last_exchange() const;

 private:
  struct Way;
  struct Connection;

  void Run();
  void Accept();
  // Moves what can be moved now. False once nothing can ever be again.
  bool Serve(Connection& connection);
  void Read(Way& way, bool drop);
  // Takes `release_`, and returns whether to go on.
  bool TakeOrders();

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
  std::list<Connection> connections_;  // of the thread
  std::thread thread_;
};

}  // namespace cpsizer::testing

#endif  // CPSIZER_TESTS_TESTING_NET_FAULT_PROXY_H_
