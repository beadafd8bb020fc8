/** Lenient field access: a value of the wrong type is absent. */
import { LIMITS } from '../../model/document.ts'

export type Fields = Readonly<Record<string, unknown>>

const NOTHING: Fields = Object.freeze({})

export function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** A field as an object, or an empty one. */
export function fieldsAt(from: Fields, name: string): Fields {
  const value = from[name]
  return isFields(value) ? value : NOTHING
}

/** A field as a list, or an empty one. */
export function listAt(from: Fields, name: string): readonly unknown[] {
  const value = from[name]
  return Array.isArray(value) ? value : []
}

export function textAt(from: Fields, name: string): string | undefined {
  const value = from[name]
  return typeof value === 'string' ? value : undefined
}

/** A finite number, also from text. */
export function numberAt(from: Fields, name: string): number | undefined {
  return numberOf(from[name])
}

export function numberOf(value: unknown): number | undefined {
  if (typeof value === 'number') return Number.isFinite(value) ? value : undefined
  if (typeof value !== 'string' || value.length > 40 || !/^\s*[-+]?(?:\d|\.\d)/.test(value)) return undefined
  const parsed = Number.parseFloat(value)
  return Number.isFinite(parsed) ? parsed : undefined
}

/** A coordinate, clamped to the document's limits. */
export function coordinate(value: number | undefined, otherwise = 0): number {
  return within(value ?? otherwise, -LIMITS.length, LIMITS.length)
}

/** A length, clamped to the document's limits. */
export function lengthOf(value: number | undefined, otherwise = 0): number {
  return within(value ?? otherwise, 0, LIMITS.length)
}

export function within(value: number, least: number, most: number): number {
  return Math.min(most, Math.max(least, value))
}
