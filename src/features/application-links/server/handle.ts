import type { App } from '#platform/server/app.ts'
import type { AnyEndpoint, Handler } from '#platform/server/http/http.ts'
import { linkFailure } from './failure.ts'

const VERSIONS = ['2.0', '3.0', 'latest']

/** Registers a call of the link service at each of its versions; its failures have the shape that its clients read. */
export function handleLinks<E extends AnyEndpoint>(
  { http }: App,
  endpoint: E,
  handler: Handler<E>,
  more: readonly string[] = [],
): void {
  const aliases = [endpoint.path, ...more]
    .flatMap(path => [path, ...VERSIONS.map(version => path.replace('/1.0/', `/${version}/`))])
    .filter((path, index, all) => path !== endpoint.path && all.indexOf(path) === index)
  http.handle(endpoint, handler, { aliases, onError: linkFailure })
}
