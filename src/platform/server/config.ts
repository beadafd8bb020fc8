import { mkdirSync, accessSync, constants } from 'node:fs'
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
  /** Trust `X-Forwarded-*` of this many proxies. */
  readonly trustProxy: boolean
  readonly logLevel: 'trace' | 'debug' | 'info' | 'warn' | 'error' | 'silent'
  readonly smtpUrl: string | undefined
  readonly mailFrom: string
  /** Lets a monitor elsewhere read `/metrics`; undefined: only from the machine itself. */
  readonly metricsToken: string | undefined
}

/** Raised when a setting is missing or wrong; the message names the variable and how to mend it. */
export class ConfigError extends Error {
  override name = 'ConfigError'
}

const environment = z.object({
  PORT: z.coerce.number('PORT must be a number').int().min(0, 'PORT must be 0 to 65535').max(65535, 'PORT must be 0 to 65535').default(8090),
  HOST: z.string().default('0.0.0.0'),
  OXBOW_HOME: z.string().min(1).default('./data'),
  OXBOW_BASE_URL: z.url({ protocol: /^https?$/, error: 'OXBOW_BASE_URL must be an http or https address, e.g. https://wiki.example.org' }).optional(),
  DATABASE_URL: z.string().regex(/^postgres(ql)?:\/\//, 'DATABASE_URL must begin with postgres:// (leave it out for SQLite)').optional(),
  OXBOW_ADMIN_USER: z.string().regex(/^[^\s/\\:<>"']{1,128}$/, 'OXBOW_ADMIN_USER must be 1 to 128 characters without spaces or any of / \\ : < > " \'').optional(),
  OXBOW_ADMIN_PASSWORD: z.string().min(8, 'OXBOW_ADMIN_PASSWORD must have at least 8 characters').max(256).optional(),
  OXBOW_ADMIN_EMAIL: z.email('OXBOW_ADMIN_EMAIL must be an e-mail address').optional(),
  OXBOW_TRUST_PROXY: z.enum(['true', 'false'], 'OXBOW_TRUST_PROXY must be true or false').default('false'),
  OXBOW_LOG_LEVEL: z.enum(['trace', 'debug', 'info', 'warn', 'error', 'silent'], 'OXBOW_LOG_LEVEL must be trace, debug, info, warn, error or silent').default('info'),
  OXBOW_SMTP_URL: z.string().regex(/^smtps?:\/\//, 'OXBOW_SMTP_URL must begin with smtp:// or smtps://').optional(),
  OXBOW_METRICS_TOKEN: z.string().min(16, 'OXBOW_METRICS_TOKEN must have at least 16 characters').optional(),
  OXBOW_MAIL_FROM: z.string().default('Oxbow <oxbow@localhost>'),
})

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
  const home = resolve(e.OXBOW_HOME)
  try {
    mkdirSync(home, { recursive: true, mode: 0o750 })
    accessSync(home, constants.W_OK)
  } catch (cause) {
    throw new ConfigError(`Oxbow cannot start: OXBOW_HOME (${home}) cannot be written: ${(cause as Error).message}`)
  }
  const baseUrl = (e.OXBOW_BASE_URL ?? `http://localhost:${e.PORT}`).replace(/\/+$/, '')
  return {
    port: e.PORT,
    host: e.HOST,
    home,
    baseUrl,
    databaseUrl: e.DATABASE_URL,
    admin: e.OXBOW_ADMIN_USER && e.OXBOW_ADMIN_PASSWORD
      ? { username: e.OXBOW_ADMIN_USER, password: e.OXBOW_ADMIN_PASSWORD, email: e.OXBOW_ADMIN_EMAIL ?? '' }
      : undefined,
    secure: baseUrl.startsWith('https:'),
    trustProxy: e.OXBOW_TRUST_PROXY === 'true',
    logLevel: e.OXBOW_LOG_LEVEL,
    smtpUrl: e.OXBOW_SMTP_URL,
    mailFrom: e.OXBOW_MAIL_FROM,
    metricsToken: e.OXBOW_METRICS_TOKEN,
  }
}
