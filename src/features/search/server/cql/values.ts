import { MAX_CLAUSES, parseTextQuery } from '../text/text-query.ts'
import type { FunctionCall, Operator, Text, Value } from './ast.ts'
import type { CqlContext } from './context.ts'
import { addIncrement, DATE_FORMS, INCREMENT_FORMS, parseDate, unitAround } from './dates.ts'
import type { TimeSpan } from './dates.ts'
import type { Phrase } from '#platform/error-text.ts'
import { CqlSyntaxError } from './errors.ts'
import { CONTENT_TYPES, FOREIGN_TYPES, SPACE_TYPES } from './fields.ts'
import type { Field } from './fields.ts'
import { findFunction, functionsFor } from './functions.ts'
import type { FunctionRule } from './functions.ts'
import type {
  CollectionPredicate,
  IdsPredicate,
  QueryNode,
  RangePredicate,
  StringsPredicate,
  TextPredicate,
  UserRef,
  UsersPredicate,
} from './predicates.ts'

type PositiveOperator = Exclude<Operator, '!=' | '!~' | 'not in'>

const NONE: QueryNode = { kind: 'none' }
/** Most entries of a history that a function may ask for. */
const MAX_HISTORY = 200
const DEFAULT_HISTORY = 50

/** Turns the values of a clause into a predicate of the clause's field. */
export class ValueResolver {
  readonly #query: string
  readonly #context: CqlContext

  constructor(query: string, context: CqlContext) {
    this.#query = query
    this.#context = context
  }

  /** `values` has one member but for `in`. The operator has been found to be one of the field's. */
  resolve(field: Field, operator: PositiveOperator, values: readonly Value[]): QueryNode {
    if (operator === '~') return this.#resolveText(field, values)
    if (field.kind === 'date') return this.#resolveDate(field, operator, values)
    // Lists that the database knows are beside the predicate of the other values.
    const nodes: QueryNode[] = []
    const plain: (Text | UserRef)[] = []
    for (const value of values) {
      if (value.kind === 'text') plain.push(value)
      else {
        const given = this.#call(field, value)
        if ('collection' in given) nodes.push(given)
        else if ('kind' in given && given.kind === 'none') nodes.push(given)
        else plain.push(given as Text | UserRef)
      }
    }
    if (plain.length > 0) nodes.unshift(this.#resolvePlain(field, plain))
    return nodes.length === 1 && nodes[0] ? nodes[0] : { kind: 'or', nodes }
  }

  #resolvePlain(field: Field, values: readonly (Text | UserRef)[]): QueryNode {
    if (field.kind === 'user') {
      const users = values.map((value): UserRef =>
        'by' in value ? value : { by: 'name', name: this.#nonEmpty(field, value) },
      )
      return { kind: 'users', field: field.name as UsersPredicate['field'], users }
    }
    const texts = values.filter(value => 'kind' in value)
    if (field.kind === 'content') {
      return {
        kind: 'ids',
        field: field.name as IdsPredicate['field'],
        ids: unique(texts.map(value => this.#contentId(field, value))),
      }
    }
    const found = texts.flatMap(value => this.#string(field, value) ?? [])
    return found.length === 0
      ? NONE
      : { kind: 'strings', field: field.name as StringsPredicate['field'], values: unique(found) }
  }

  #contentId(field: Field, value: Text): number {
    const digits = /^(?:att)?(\d{1,15})$/i.exec(value.text.trim())?.[1]
    if (digits !== undefined) return Number(digits)
    return this.#fail(
      value,
      {
        key: '"{{value}}" is no content id, which "{{field}}" needs.',
        values: { value: shown(value), field: field.name },
      },
      [{ key: 'a number' }, ...functionsFor('content')],
    )
  }

  /** Undefined for a type that never occurs here. */
  #string(field: Field, value: Text): string | undefined {
    const text = this.#nonEmpty(field, value)
    const lower = text.toLowerCase()
    if (field.kind === 'type') {
      if (CONTENT_TYPES.some(type => type === lower)) return lower
      if (FOREIGN_TYPES.includes(lower) || /[.:]/.test(lower)) return undefined
      return this.#fail(value, { key: 'There is no type "{{value}}".', values: { value: shown(value) } }, CONTENT_TYPES)
    }
    if (field.kind === 'spaceType') {
      const type = lower === 'favorite' ? 'favourite' : lower
      if (SPACE_TYPES.some(known => known === type)) return type
      return this.#fail(
        value,
        { key: 'There is no space type "{{value}}".', values: { value: shown(value) } },
        SPACE_TYPES,
      )
    }
    return field.name === 'label' || field.name === 'space.category' ? lower : text
  }

  #nonEmpty(field: Field, value: Text): string {
    const text = value.text.trim()
    return text === ''
      ? this.#fail(value, {
          key: 'The field "{{field}}" cannot be compared with an empty value.',
          values: { field: field.name },
        })
      : text
  }

  #resolveText(field: Field, values: readonly Value[]): QueryNode {
    const value = values[0]
    if (!value) return NONE
    if (value.kind === 'function') {
      return this.#fail(
        value,
        { key: 'The field "{{field}}" cannot be searched with a function.', values: { field: field.name } },
        [{ key: 'a text' }],
      )
    }
    const { node, truncated } = parseTextQuery(value.text)
    if (truncated)
      this.#fail(value, {
        key: 'This text is too long or nested too deep: at most {{most}} words are searched for.',
        values: { most: MAX_CLAUSES },
      })
    return node ? { kind: 'text', field: field.name as TextPredicate['field'], query: node } : NONE
  }

  #resolveDate(field: Field, operator: PositiveOperator, values: readonly Value[]): QueryNode {
    const value = values[0]
    if (!value) return NONE
    const span = value.kind === 'text' ? this.#date(field, value) : this.#dateOf(field, value)
    const range: RangePredicate = { kind: 'range', field: field.name as RangePredicate['field'] }
    switch (operator) {
      case '=':
        return { ...range, from: span.start, to: span.end }
      case '>':
        return { ...range, from: span.start + 1 }
      case '>=':
        return { ...range, from: span.start }
      case '<':
        return { ...range, to: span.start }
      case '<=':
        return { ...range, to: span.start + 1 }
      default:
        return this.#fail(
          value,
          { key: 'The field "{{field}}" cannot be used with "{{operator}}".', values: { field: field.name, operator } },
          field.operators,
        )
    }
  }

  #date(field: Field, value: Text): TimeSpan {
    return (
      parseDate(value.text.trim(), this.#context) ??
      this.#fail(
        value,
        { key: '"{{value}}" is no date, which "{{field}}" needs.', values: { value: shown(value), field: field.name } },
        DATE_FORMS,
      )
    )
  }

  #dateOf(field: Field, call: FunctionCall): TimeSpan {
    const rule = this.#rule(field, call)
    const increment = call.args[0]
    const { now, timeZone } = this.#context
    let instant = now
    if (rule.gives === 'start') instant = unitAround(now, rule.unit, timeZone).start
    else if (rule.gives === 'end') instant = unitAround(now, rule.unit, timeZone).end
    if (increment) {
      instant =
        addIncrement(instant, increment.text, timeZone) ??
        this.#fail(
          increment,
          { key: '"{{value}}" is no increment of time.', values: { value: shown(increment) } },
          INCREMENT_FORMS,
        )
    }
    // An end is the last millisecond; moved as the first of the next, so that months' lengths do not shift it.
    if (rule.gives === 'end') instant--
    return { start: instant, end: instant + 1 }
  }

  #call(field: Field, call: FunctionCall): Text | UserRef | CollectionPredicate | { kind: 'none' } {
    const rule = this.#rule(field, call)
    const { user, spaceKey, contentId } = this.#context
    const text = (value: string): Text => ({ kind: 'text', text: value, span: call.span })
    switch (rule.gives) {
      case 'user':
        if (!user) return { kind: 'none' }
        if (field.kind === 'user') return { by: 'key', key: user.key }
        return text(field.name === 'user.userkey' ? user.key : user.username)
      case 'space':
        return text(
          spaceKey ??
            this.#fail(call, {
              key: '{{name}}() has a value only where the query is asked from a space.',
              values: { name: rule.name },
            }),
        )
      case 'content':
        return text(
          String(
            contentId ??
              this.#fail(call, {
                key: '{{name}}() has a value only where the query is asked from a page.',
                values: { name: rule.name },
              }),
          ),
        )
      case 'collection':
        return user ? this.#collection(field, call, rule) : { kind: 'none' }
      default:
        return this.#fail(call, { key: '{{name}}() gives a date.', values: { name: rule.name } })
    }
  }

  #collection(field: Field, call: FunctionCall, rule: FunctionRule & { gives: 'collection' }): CollectionPredicate {
    const number = (index: number, otherwise: number) => {
      const arg = call.args[index]
      if (!arg) return otherwise
      return /^\d{1,6}$/.test(arg.text)
        ? Number(arg.text)
        : this.#fail(arg, { key: '{{name}}(limit, offset) takes whole numbers.', values: { name: rule.name } }, [
            { key: 'a number' },
          ])
    }
    return {
      kind: 'collection',
      field: field.name as CollectionPredicate['field'],
      collection: rule.collection,
      limit: Math.min(number(0, DEFAULT_HISTORY), MAX_HISTORY),
      offset: number(1, 0),
    }
  }

  #rule(field: Field, call: FunctionCall): FunctionRule {
    const allowed = functionsFor(field.kind)
    const rule = findFunction(call)
    if (!rule)
      return this.#fail(
        call,
        {
          key: 'There is no function "{{name}}()" for "{{field}}".',
          values: { name: call.name.slice(0, 50), field: field.name },
        },
        allowed,
      )
    if (!rule.kinds.includes(field.kind)) {
      return this.#fail(
        call,
        {
          key: '{{name}}() gives no value that "{{field}}" could have.',
          values: { name: rule.name, field: field.name },
        },
        allowed,
      )
    }
    const surplus = call.args[rule.maxArgs]
    if (surplus) {
      this.#fail(
        surplus,
        rule.maxArgs === 0
          ? { key: '{{name}}() takes no arguments.', values: { name: rule.name } }
          : { key: '{{name}}() takes at most {{most}}.', values: { name: rule.name, most: rule.maxArgs } },
        [')'],
      )
    }
    return rule
  }

  #fail(at: Value, problem: Phrase, expected: readonly (string | Phrase)[] = []): never {
    throw new CqlSyntaxError(this.#query, at.span.start, problem, expected)
  }
}

const shown = (value: Text) => value.text.slice(0, 50)
const unique = <T>(values: readonly T[]): T[] => [...new Set(values)]
