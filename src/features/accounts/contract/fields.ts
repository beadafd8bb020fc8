import { z } from 'zod'
import { MIN_PASSWORD_LENGTH, MAX_PASSWORD_LENGTH } from '../shared.ts'

/** Rules for the values of accounts and groups, the same on every way in: REST, screens, command line. */

/** Clients take `.` and `..` out of addresses: what is called so could not be reached, nor deleted. */
const hasAddress = (name: string) => name !== '.' && name !== '..'
const NO_ADDRESS = 'must not be . or ..'

/**
 * `:` would break Basic authentication, `/` and `\` addresses, quotes and angle brackets the old product's own rule.
 */
export const usernameSchema = z
  .string()
  .trim()
  .regex(/^[^\s/\\:<>"'\p{C}]{1,128}$/u, 'must be 1 to 128 characters without spaces or any of / \\ : < > " \'')
  .refine(hasAddress, NO_ADDRESS)
export const displayNameSchema = z
  .string()
  .trim()
  .min(1, 'must not be empty')
  .max(255, 'must be {{maximum}} characters at most')
  .refine(isPrintable, 'must not hold control characters')
/** Empty where a user has none. */
export const emailSchema = z.union([z.literal(''), z.email('must be an e-mail address').max(254)])
export const passwordSchema = z
  .string()
  .min(MIN_PASSWORD_LENGTH, 'must have at least {{minimum}} characters')
  .max(MAX_PASSWORD_LENGTH, 'must have at most {{maximum}} characters')
  .refine(password => password.trim() !== '', 'must not be blank')
/** A password that is only compared: no lower limit, since older ones may be shorter. */
export const givenPassword = z.string().max(MAX_PASSWORD_LENGTH)
export const groupNameSchema = z
  .string()
  .trim()
  .min(1, 'must not be empty')
  .max(255, 'must be {{maximum}} characters at most')
  .refine(
    name => isPrintable(name) && !/[/\\<>"']/.test(name),
    'must not hold any of / \\ < > " \' or control characters',
  )
  .refine(hasAddress, NO_ADDRESS)

/** Languages of the interface. */
/** IANA name of a time zone, e.g. `Europe/Berlin`. */
export const timeZoneSchema = z
  .string()
  .max(64)
  .refine(isTimeZone, 'must be the name of a time zone, e.g. Europe/Berlin')

function isPrintable(text: string): boolean {
  return !/\p{Cc}/u.test(text)
}

function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== ''
  } catch {
    return false
  }
}
