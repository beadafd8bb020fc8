import type { Properties } from '../shared.ts'

/** Event as it waits in the browser. */
export interface AnalyticsEvent {
  name: string
  properties?: Properties
  /** Epoch milliseconds. */
  time: number
}

/**
 * An event as it may be published. One without a name is dropped with a warning. Properties that are no plain object
 * are left out; of their values, null becomes empty and what is no text, number or boolean a text.
 */
export function cleanEvent(
  event: { name?: unknown; properties?: unknown; time: number },
  warn: (message: string) => void,
): AnalyticsEvent | undefined {
  const { name, properties, time } = event
  if (typeof name !== 'string' || name === '') {
    warn('An analytics event without a name was dropped.')
    return undefined
  }
  return isPlain(properties)
    ? {
        name,
        properties: Object.fromEntries(Object.entries(properties).map(([key, value]) => [key, simple(value)])),
        time,
      }
    : { name, time }
}

function isPlain(value: unknown): value is Record<string, unknown> {
  if (typeof value !== 'object' || value === null) return false
  const prototype: unknown = Object.getPrototypeOf(value)
  return prototype === Object.prototype || prototype === null
}

function simple(value: unknown): string | number | boolean {
  if (value === null || value === undefined) return ''
  if (typeof value === 'string' || typeof value === 'boolean') return value
  if (typeof value === 'number' && Number.isFinite(value)) return value
  return typeof value === 'object' ? JSON.stringify(value) : (value as number).toString()
}
