import { randomInt, timingSafeEqual } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { hasAccounts } from '#features/accounts/server/index.ts'
import type { App } from '#platform/server/app.ts'
import type { WriteTransaction } from '#platform/server/database/index.ts'
import { isFromThisMachine } from '#platform/server/http/this-machine.ts'
import { setting } from '#platform/server/settings.ts'

/** In the database, so that all servers of a wiki ask for the same. */
const code = setting('setup.code', z.string(), '')
/** Without what is taken for one another in a log. */
const LETTERS = 'ABCDEFGHJKMNPQRSTUVWXYZ23456789'
const GROUPS = 3
const LOCAL_NAME = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])(?::\d+)?$/i

/** The code that the set-up asks those for who do not sit at the machine; made when it is first asked for. */
export async function setupCode({ settings }: App): Promise<string> {
  const stored = settings.get(code)
  if (stored !== '') return stored
  const groups = Array.from({ length: GROUPS }, () =>
    Array.from({ length: 4 }, () => LETTERS[randomInt(LETTERS.length)]).join(''),
  )
  return settings.ensure(code, groups.join('-'))
}

/** The code has done its work. */
export async function deleteSetupCode(tx: WriteTransaction, { settings }: App): Promise<void> {
  await settings.remove(tx, code)
}

/** The address of the set-up with its code, for who started the wiki; undefined when it is set up. */
export async function setupAddress(app: App): Promise<string | undefined> {
  if (await hasAccounts(app)) return undefined
  return `${app.baseUrl}/setup?code=${await setupCode(app)}`
}

/**
 * Whether the client has to know the code: all but a browser on the machine itself, at a wiki that has no other
 * address. A proxy may not say that it forwards, and a page elsewhere may have its name lead to this machine; both show
 * in the names of the hosts.
 */
export function needsCode(app: App, request: FastifyRequest): boolean {
  return !(
    isFromThisMachine(request) &&
    LOCAL_NAME.test(request.headers.host ?? '') &&
    LOCAL_NAME.test(new URL(app.baseUrl).host)
  )
}

/** Case, blanks and dashes do not matter: it may have been read from a screen. */
export async function isSetupCode(app: App, given: string): Promise<boolean> {
  const [left, right] = [given, await setupCode(app)].map(text =>
    Buffer.from(text.toUpperCase().replaceAll(/[^A-Z0-9]/g, '')),
  )
  return (
    left !== undefined &&
    right !== undefined &&
    right.length > 0 &&
    left.length === right.length &&
    timingSafeEqual(left, right)
  )
}
