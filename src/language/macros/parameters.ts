import { isColour, isLength } from '../html/style.ts'
import type { BlogPostReference, PageReference, Reference } from '../references.ts'
import { pageByText, referenceOf } from '../references.ts'
import type { MacroInvocation } from '../views.ts'
import type { ExcerptKind } from './excerpts.ts'

/** Type of one parameter, and the texts that readers see of it: English ones, which are keys of the translations. */
export type Parameter = {
  readonly label: string
  readonly help?: string
  /** Whether the macro shows nothing useful without it. */
  readonly required?: true
  /** Other spellings of its name. */
  readonly aliases?: readonly string[]
} & (
  | TextParameter
  | ExcerptParameter
  | { readonly type: 'boolean'; readonly default?: boolean }
  | { readonly type: 'number'; readonly default?: number; readonly min?: number; readonly max?: number }
  | { readonly type: 'enum'; readonly values: readonly string[]; readonly default?: string }
  | { readonly type: 'colour' | 'length' | 'date' | 'cql'; readonly default?: string }
  | ReferenceParameter
)

/** A text, or the text by which a thing of the wiki is named. The value of a space is the key of a resource, too. */
interface TextParameter {
  readonly type: 'text' | 'label' | 'space' | 'url' | 'user'
  readonly default?: string
  /** UTF-16 units; the rest is cut off. */
  readonly maxLength?: number
  /** Several names, separated by commas alone, or by blanks and commas (after the key of a space that is a resource). */
  readonly list?: 'commas' | 'words'
}

/** The name of a part of another page. */
interface ExcerptParameter {
  readonly type: 'excerpt'
  readonly default?: string
  readonly maxLength?: number
  readonly list?: undefined
  /** Name of the parameter that names the page. */
  readonly page: string
  readonly of: ExcerptKind
}

/** A page or file, by a resource or a text. Its default is named in the documentation alone. */
interface ReferenceParameter {
  readonly type: 'page' | 'attachment'
  readonly default?: string
  /** Whether a text may name a blog post, as `/2024/01/31/Title`. */
  readonly posts?: true
}

export type ParameterSchema = Readonly<Record<string, Parameter>>

type ValueOf<P extends Parameter> = P extends { list: string }
  ? readonly string[]
  : P extends { type: 'boolean' }
    ? boolean
    : P extends { type: 'number' }
      ? P extends { default: number }
        ? number
        : number | undefined
      : P extends { type: 'page' | 'attachment' }
        ? Reference | undefined
        : P extends { type: 'enum'; values: readonly (infer V)[] }
          ? P extends { default: string }
            ? V
            : V | undefined
          : P extends { default: string }
            ? string
            : string | undefined

/** Values of a schema; an absent boolean is false, an absent list is empty. */
export type ValuesOf<S extends ParameterSchema> = { readonly [Name in keyof S]: ValueOf<S[Name]> }

const maxTextLength = 10_000
const maxCqlLength = 5000
const maxDateLength = 30
const maxNames = { commas: 100, words: 50 }

/** Values of a schema's parameters; invalid ones take the default. */
export function readParameters<S extends ParameterSchema>(schema: S, invocation: MacroInvocation): ValuesOf<S> {
  const values: Record<string, unknown> = {}
  for (const [name, parameter] of Object.entries(schema)) values[name] = valueOf(name, parameter, invocation)
  // The keys are the schema's own.
  return values as ValuesOf<S>
}

function valueOf(name: string, parameter: Parameter, { parameters, resources }: MacroInvocation): unknown {
  const spellings = [name, ...(parameter.aliases ?? [])]
  const written = spellings.map(spelling => parameters[spelling]).find(value => value !== undefined)
  const resource = spellings.map(spelling => resources[spelling]).find(value => value !== undefined)
  switch (parameter.type) {
    case 'page':
      return pageNamed(spellings, parameter.posts === true, { parameters, resources })
    case 'attachment':
      return resource ? referenceOf(resource) : attachmentNamed(written)
    case 'space':
    case 'text':
    case 'excerpt':
    case 'label':
    case 'url':
    case 'user':
      return textOf(parameter, written, resource && referenceOf(resource))
    case 'boolean':
      return (written === undefined ? undefined : readBoolean(written)) ?? parameter.default ?? false
    default:
      return (written === undefined ? undefined : readValue(parameter, written.trim())) ?? parameter.default
  }
}

function textOf(
  parameter: TextParameter | ExcerptParameter,
  written: string | undefined,
  reference: Reference | undefined,
): unknown {
  const { type, list } = parameter
  const text = written?.slice(0, parameter.maxLength ?? (list ? undefined : maxTextLength))
  const key = type === 'space' && list !== 'commas' && reference?.kind === 'space' ? reference.spaceKey : undefined
  const url = type === 'url' && reference?.kind === 'url' ? reference.value : undefined
  if (!list) return key ?? url ?? text ?? parameter.default
  const names = (text ?? '')
    .split(list === 'commas' ? ',' : /[\s,]+/)
    .map(name => name.trim())
    .filter(name => name !== '')
  return [...(key === undefined ? [] : [key]), ...names].slice(0, maxNames[list])
}

/** The page of the first spelling that names one, as a resource or as a text such as `SPACE:Title`. */
function pageNamed(
  spellings: readonly string[],
  withPosts: boolean,
  { parameters, resources }: Pick<MacroInvocation, 'parameters' | 'resources'>,
): Reference | undefined {
  for (const spelling of spellings) {
    const resource = resources[spelling]
    const reference = resource && referenceOf(resource)
    if (reference) return reference
    const written = parameters[spelling]?.trim()
    if (written) return withPosts ? pageOrPost(pageByText(written)) : pageByText(written)
  }
  return undefined
}

function pageOrPost(page: PageReference): PageReference | BlogPostReference {
  const post = /^\/(\d{4}\/\d{2}\/\d{2})\/(.+)$/.exec(page.title)
  if (!post) return page
  return { kind: 'blog-post', title: post[2] ?? '', postingDay: post[1], spaceKey: page.spaceKey }
}

function attachmentNamed(written: string | undefined): Reference | undefined {
  const filename = (written ?? '').trim()
  return filename === '' ? undefined : { kind: 'attachment', filename }
}

/** A length of CSS; a number alone is one of pixels. Undefined for anything else. */
export function readLength(written: string): string | undefined {
  if (/^\d{1,5}$/.test(written)) return `${written}px`
  return isLength(written) ? written : undefined
}

/** The value of a boolean parameter as it is written; undefined if it is none. */
export function readBoolean(written: string): boolean | undefined {
  const trimmed = written.trim()
  if (/^(?:true|yes|on|1)$/i.test(trimmed)) return true
  return /^(?:false|no|off|0)$/i.test(trimmed) ? false : undefined
}

/** Type of a parameter, with the values or the range that it takes. */
export interface ValueKind {
  readonly type: Parameter['type']
  readonly values?: readonly string[]
  readonly min?: number | undefined
  readonly max?: number | undefined
}

/** Whether a macro takes a written value; where not, its default counts. */
export function isReadable(kind: ValueKind, written: string): boolean {
  const { type, values = [], min, max } = kind
  switch (type) {
    case 'boolean':
      return readBoolean(written) !== undefined
    case 'enum':
      return readValue({ type, values }, written.trim()) !== undefined
    case 'number':
      return readValue({ type, min, max }, written.trim()) !== undefined
    case 'colour':
    case 'length':
    case 'date':
    case 'cql':
      return readValue({ type }, written.trim()) !== undefined
    default:
      return true
  }
}

type Readable =
  | { readonly type: 'number'; readonly min?: number | undefined; readonly max?: number | undefined }
  | { readonly type: 'enum'; readonly values: readonly string[] }
  | { readonly type: 'colour' | 'length' | 'date' | 'cql' }

function readValue(parameter: Readable, written: string): unknown {
  switch (parameter.type) {
    case 'number': {
      if (!/^[+-]?\d{1,9}$/.test(written)) return undefined
      const value = Number(written)
      return value < (parameter.min ?? -Infinity) || value > (parameter.max ?? Infinity) ? undefined : value
    }
    case 'enum':
      return parameter.values.find(value => value.toLowerCase() === written.toLowerCase())
    case 'colour':
      return isColour(written) ? written : undefined
    case 'length':
      return readLength(written)
    case 'date':
      return written.slice(0, maxDateLength) || undefined
    case 'cql':
      return written.slice(0, maxCqlLength) || undefined
  }
}
