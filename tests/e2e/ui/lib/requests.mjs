// Requests to the server of the page without a browser, with any headers.

import { once } from 'node:events';
import http from 'node:http';

// Sends a request, and returns its status, headers and body. A `host` or `origin` of the headers replaces the correct
// one.
export async function send(origin, { method = 'GET', path = '/', headers = {}, body } = {}) {
  const url = new URL(path, origin);
  const request = http.request({
    hostname: url.hostname, port: url.port, path: `${url.pathname}${url.search}`, method, agent: false,
    headers: { host: url.host, ...(body === undefined ? {} : { 'content-type': 'application/json', origin }), ...headers },
  });
  request.end(body === undefined ? undefined : JSON.stringify(body));
  const [response] = await once(request, 'response');
  response.setEncoding('utf8');
  let text = '';
  for await (const chunk of response) text += chunk;
  return { status: response.statusCode, headers: response.headers, text };
}

export const tokenOf = (url) => /token=([^&]+)/.exec(new URL(url).hash)[1];

// Exchanges the token of a server for its cookie.
export async function cookieOf(server) {
  const answer = await send(server.origin, { method: 'POST', path: '/api/session', body: { token: tokenOf(server.url) } });
  if (answer.status !== 204) throw new Error(`/api/session answers ${answer.status}: ${answer.text}`);
  return answer.headers['set-cookie'][0].split(';')[0];
}

// Returns the JSON of a path of the API.
export async function getJson(server, path) {
  const { status, text } = await send(server.origin, { path, headers: { cookie: await cookieOf(server) } });
  if (status !== 200) throw new Error(`${path} answers ${status}: ${text}`);
  return JSON.parse(text);
}
