// A real kube-apiserver with the example fleet (cpsizer_example_cluster), behind a proxy that tests can interrupt.

import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import net from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { programPath, runProgram, startProgram } from './program.mjs';

const kTools = process.env.CPSIZER_TOOLS_DIR;

// Forwards connections to the port until `interrupt()`, and again after `resume()`, on the same port.
async function startProxy(target) {
  const sockets = new Set();
  const server = net.createServer((client) => {
    const upstream = net.connect(target, '127.0.0.1');
    for (const [one, other] of [[client, upstream], [upstream, client]]) {
      sockets.add(one);
      one.on('error', () => undefined).on('close', () => {
        sockets.delete(one);
        other.destroy();
      });
      one.pipe(other);
    }
  });
  const listen = async (port) => {
    server.listen(port, '127.0.0.1');
    await once(server, 'listening');
    return server.address().port;
  };
  const interrupt = async () => {
    const closed = once(server, 'close');
    server.close();
    for (const socket of sockets) socket.destroy();
    await closed;
  };
  const port = await listen(0);
  return { port, interrupt, resume: () => listen(port) };
}

export function whyNoCluster() {
  try {
    readFileSync(`${kTools}/kube-apiserver`, { flag: 'r' }).subarray(0, 1);
    return '';
  } catch {
    return 'no kube-apiserver in CPSIZER_TOOLS_DIR; `./dev test` builds it where Go is';
  }
}

// Starts the API server. `kubectl(...args)` and `directKubeconfig` connect directly; `kubeconfig` connects through the proxy,
// which does not work while this process waits for a program that it runs.
export async function startCluster() {
  const program = await startProgram(programPath('cpsizer_example_cluster'), [], /^(\/\S*)$/);
  const admin = program.match[1];
  const text = readFileSync(admin, 'utf8');
  const address = /server: "?https:\/\/127\.0\.0\.1:(\d+)|"server": ?"https:\/\/127\.0\.0\.1:(\d+)/.exec(text);
  const port = Number(address[1] ?? address[2]);
  const proxy = await startProxy(port);
  const folder = mkdtempSync(join(tmpdir(), 'cpsizer-kubeconfig-'));
  const kubeconfig = join(folder, 'kubeconfig');
  writeFileSync(kubeconfig, text.replaceAll(`127.0.0.1:${port}`, `127.0.0.1:${proxy.port}`));
  const kubectl = (...args) => {
    const { code, output } = runProgram('kubectl', args, { env: { ...process.env, KUBECONFIG: admin, PATH: `${process.env.PATH}:${kTools}` } });
    if (code !== 0) throw new Error(`kubectl ${args.join(' ')}: ${output}`);
    return output;
  };
  return {
    kubeconfig,
    directKubeconfig: admin,
    kubectl,
    interrupt: proxy.interrupt,
    resume: proxy.resume,
    stop: async () => {
      await proxy.interrupt().catch(() => undefined);
      rmSync(folder, { recursive: true });
      await program.stop();
    },
  };
}
