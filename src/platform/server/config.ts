import { isIP } from 'node:net'
import { availableParallelism, totalmem } from 'node:os'
import { resolve } from 'node:path'
import { z } from 'zod'

/** Settings of one process, read once from the environment and checked at start. */
export interface Config {
  readonly port: number
  /** Address to listen on; default all interfaces. */
  readonly host: string
  /** Folder for the database file, attachments and logs. */
  readonly home: string
  /** Absolute address without trailing slash by which users reach the wiki. */
  readonly baseUrl: string
  /** PostgreSQL connection string, or undefined for SQLite in `home`. */
  readonly databaseUrl: string | undefined
  readonly admin: { username: string; password: string; email: string } | undefined
  /** True behind TLS: cookies are `Secure`. Derived from the base address. */
  readonly secure: boolean
  /** Trusted senders of `X-Forwarded-*` headers: none, this many proxies in a row, or these addresses. */
  readonly trustProxy: false | number | string[]
  readonly logLevel: 'trace' | 'debug' | 'info' | 'warn' | 'error' | 'silent'
  readonly smtpUrl: string | undefined
  readonly mailFrom: string
  /** Lets a monitor elsewhere read `/metrics`; undefined: only from the machine itself. */
  readonly metricsToken: string | undefined
  /** Whether each answer is held against its contract before it is sent. Tests do; it costs a server time. */
  readonly validateResponses: boolean
  /** Seconds from SIGTERM to the end of the process at the latest. */
  readonly shutdownSeconds: number
  /** Processes of this server that answer requests. */
  readonly processes: number
  /** Start with an empty database although files of a wiki lie in `home`. */
  readonly newWiki: boolean
}

/** Raised when a setting is missing or wrong; the message names the variable and how to fix it. */
export class ConfigError extends Error {
  override name = 'ConfigError'
}

const environment = z.object({
  PORT: z.coerce
    .number('PORT must be a number')
    .int()
    .min(0, 'PORT must be 0 to 65535')
    .max(65535, 'PORT must be 0 to 65535')
    .default(8090),
  HOST: z.string().default('0.0.0.0'),
  OXBOW_HOME: z.string().min(1).default('./data'),
  OXBOW_BASE_URL: z
    .url({
      protocol: /^https?$/,
      error: 'OXBOW_BASE_URL must be an http or https address, e.g. https://wiki.example.org',
    })
    .transform(readOrigin)
    .optional(),
  DATABASE_URL: z
    .string()
    .regex(/^postgres(ql)?:\/\//, 'DATABASE_URL must begin with postgres:// (leave it out for SQLite)')
    .optional(),
  OXBOW_ADMIN_USER: z
    .string()
    .regex(
      /^[^\s/\\:<>"']{1,128}$/,
      'OXBOW_ADMIN_USER must be 1 to 128 characters without spaces or any of / \\ : < > " \'',
    )
    .optional(),
  OXBOW_ADMIN_PASSWORD: z.string().min(8, 'OXBOW_ADMIN_PASSWORD must have at least 8 characters').max(256).optional(),
  OXBOW_ADMIN_EMAIL: z.email('OXBOW_ADMIN_EMAIL must be an e-mail address').optional(),
  OXBOW_TRUST_PROXY: z.string().default('0').transform(readTrustedProxies),
  OXBOW_LOG_LEVEL: z
    .enum(
      ['trace', 'debug', 'info', 'warn', 'error', 'silent'],
      'OXBOW_LOG_LEVEL must be trace, debug, info, warn, error or silent',
    )
    .default('info'),
  OXBOW_SMTP_URL: z
    .string()
    .regex(/^smtps?:\/\//, 'OXBOW_SMTP_URL must begin with smtp:// or smtps://')
    .optional(),
  OXBOW_METRICS_TOKEN: z.string().min(16, 'OXBOW_METRICS_TOKEN must have at least 16 characters').optional(),
  OXBOW_SHUTDOWN_SECONDS: z.coerce
    .number('OXBOW_SHUTDOWN_SECONDS must be a number')
    .int('OXBOW_SHUTDOWN_SECONDS must be whole')
    .min(1, 'OXBOW_SHUTDOWN_SECONDS must be 1 to 600')
    .max(600, 'OXBOW_SHUTDOWN_SECONDS must be 1 to 600')
    .default(10),
  OXBOW_PROCESSES: z.coerce
    .number('OXBOW_PROCESSES must be a number')
    .int('OXBOW_PROCESSES must be whole')
    .min(1, 'OXBOW_PROCESSES must be 1 to 64')
    .max(64, 'OXBOW_PROCESSES must be 1 to 64')
    .optional(),
  OXBOW_NEW_WIKI: z.enum(['true', 'false'], 'OXBOW_NEW_WIKI must be true or false').default('false'),
  OXBOW_MAIL_FROM: z.string().default('Oxbow <oxbow@localhost>'),
})

/** Ranges that may be written by name, as the server's library knows them. */
const NAMED_RANGES = new Set(['loopback', 'linklocal', 'uniquelocal'])
const MAX_HOPS = 10

/**
 * Reads how many proxies are in front of the wiki (`1`), or their addresses (`10.0.0.7, 10.1.0.0/16, loopback`). To
 * believe every sender is no choice: the first address of `X-Forwarded-For` is whatever the client wrote there, and
 * limits on signing in are counted by it.
 */
function readTrustedProxies(given: string, context: z.RefinementCtx): Config['trustProxy'] {
  const text = given.trim()
  if (text === 'false' || text === '0') return false
  if (/^\d{1,2}$/.test(text) && Number(text) <= MAX_HOPS) return Number(text)
  const addresses = text.split(',').map(part => part.trim())
  if (addresses.every(isRange)) return addresses
  context.addIssue({
    code: 'custom',
    message: `OXBOW_TRUST_PROXY must be the number of proxies before the wiki (0 to ${MAX_HOPS}) or their addresses, e.g. 10.0.0.7, 10.1.0.0/16, loopback`,
  })
  return z.NEVER
}

/**
 * The wiki answers at the root of its address: its pages and those of the programs that speak to it name paths from
 * there. With a path in it, every link in mail would lead elsewhere.
 */
function readOrigin(given: string, context: z.RefinementCtx): string {
  const { origin, pathname, search, hash, username } = new URL(given)
  if (pathname === '/' && search === '' && hash === '' && username === '') return origin
  context.addIssue({
    code: 'custom',
    message:
      `OXBOW_BASE_URL must be an address without anything behind the host, e.g. ${origin}: the wiki needs a host name of its own and does not run below a path. ` +
      'Old links that begin with /wiki work all the same; let a proxy redirect those with another path (docs/administrators/installing.md, "Old addresses")',
  })
  return z.NEVER
}

function isRange(text: string): boolean {
  if (NAMED_RANGES.has(text)) return true
  const [address = '', bits, ...more] = text.split('/')
  const family = isIP(address)
  if (family === 0 || more.length > 0) return false
  return (
    bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) >= 1 && Number(bits) <= (family === 4 ? 32 : 128))
  )
}

/**
 * Reads and checks the settings.
 * @throws ConfigError that lists every wrong variable.
 */
export function readConfig(env: Record<string, string | undefined> = process.env): Config {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== undefined && value !== ''))
  const parsed = environment.safeParse(given)
  if (!parsed.success) {
    const lines = parsed.error.issues.map(issue => `  ${issue.path.join('.')}: ${issue.message}`)
    throw new ConfigError(`Oxbow cannot start; mend these settings:\n${lines.join('\n')}`)
  }
  const e = parsed.data
  const adminParts = [e.OXBOW_ADMIN_USER, e.OXBOW_ADMIN_PASSWORD]
  if (adminParts.some(Boolean) && !adminParts.every(Boolean)) {
    throw new ConfigError('Oxbow cannot start: OXBOW_ADMIN_USER and OXBOW_ADMIN_PASSWORD must be given together')
  }
  const baseUrl = e.OXBOW_BASE_URL ?? `http://localhost:${e.PORT}`
  return {
    port: e.PORT,
    host: e.HOST,
    home: resolve(e.OXBOW_HOME),
    baseUrl,
    databaseUrl: e.DATABASE_URL,
    admin:
      e.OXBOW_ADMIN_USER && e.OXBOW_ADMIN_PASSWORD
        ? { username: e.OXBOW_ADMIN_USER, password: e.OXBOW_ADMIN_PASSWORD, email: e.OXBOW_ADMIN_EMAIL ?? '' }
        : undefined,
    secure: baseUrl.startsWith('https:'),
    trustProxy: e.OXBOW_TRUST_PROXY,
    logLevel: e.OXBOW_LOG_LEVEL,
    smtpUrl: e.OXBOW_SMTP_URL,
    mailFrom: e.OXBOW_MAIL_FROM,
    metricsToken: e.OXBOW_METRICS_TOKEN,
    validateResponses: false,
    shutdownSeconds: e.OXBOW_SHUTDOWN_SECONDS,
    processes: e.OXBOW_PROCESSES ?? usualProcesses(availableParallelism(), memory()),
    newWiki: e.OXBOW_NEW_WIKI === 'true',
  }
}

/** Fewer cores are kept busy by one process, with what the system, the database and conversions of files take. */
const CORES_OF_ONE = 4
/** More are started only by a setting: each has separate caches. */
const MOST_UNASKED = 4
/** Memory for each process and for all else. */
const MEMORY_OF_EACH = 1024 ** 3

/**
 * Default number of serving processes: one on a small machine, else one for each core but one.
 * @param bytes memory that the server may take
 */
export function usualProcesses(cores: number, bytes: number): number {
  if (cores < CORES_OF_ONE) return 1
  return Math.max(1, Math.min(cores - 1, MOST_UNASKED, Math.floor(bytes / MEMORY_OF_EACH) - 1))
}

/** Bytes that this process may take: those of the machine, or of the container. */
function memory(): number {
  return Math.min(totalmem(), process.constrainedMemory() || Infinity)
}
