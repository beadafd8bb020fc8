import { z } from 'zod'
import type { ExcerptKind, Parameter } from '#language/index.ts'
import { endpoint } from '#platform/contract.ts'
import { contentId } from '#platform/wire.ts'
import { editorMacro } from './contract.ts'
import { MOST_EXCERPTS, MOST_PREVIEW_LENGTH, MOST_PREVIEWS } from './macros-shared.ts'

/** For short texts, in a file that loads with their editor; with a page, the editor gets the macros at once. */
export const listMacros = endpoint({
  method: 'GET',
  path: '/rest/oxbow/1.0/macros',
  tag: 'editor',
  summary: 'Macros that the editor offers, or whose body it edits',
  response: z.object({ macros: z.array(editorMacro) }),
})

/** Types of parameters, as the declarations of macros have them. */
const PARAMETER_TYPES = [
  'text',
  'label',
  'excerpt',
  'space',
  'url',
  'user',
  'page',
  'attachment',
  'boolean',
  'number',
  'enum',
  'colour',
  'length',
  'date',
  'cql',
] as const satisfies readonly Parameter['type'][]

const excerptKind = z.enum(['excerpt', 'multiexcerpt', 'shared-block'] as const satisfies readonly ExcerptKind[])

const macroParameter = z.object({
  /** Empty for the unnamed one. */
  name: z.string(),
  aliases: z.array(z.string()),
  type: z.enum(PARAMETER_TYPES),
  label: z.string(),
  help: z.string(),
  isRequired: z.boolean(),
  /** Several values, in one text. */
  isList: z.boolean(),
  default: z.string(),
  /** Of an `enum`. */
  values: z.array(z.string()),
  min: z.number().optional(),
  max: z.number().optional(),
  /** Of an `excerpt`: the parameter that names the page, and the kind of its excerpts. */
  excerpt: z.object({ page: z.string(), of: excerptKind }).optional(),
})
export type MacroParameter = z.output<typeof macroParameter>

const macroForm = z.object({
  /** `ac:name` of the storage format. */
  name: z.string(),
  aliases: z.array(z.string()),
  title: z.string(),
  description: z.string(),
  /** Name of its category. */
  category: z.string(),
  body: z.enum(['none', 'rich', 'plain']),
  /** Whether its body is edited in the text, as a box. */
  isBox: z.boolean(),
  /** Whether a new one stands in a line of text. */
  isInline: z.boolean(),
  /** Of a new macro. */
  values: z.record(z.string(), z.string()),
  parameters: z.array(macroParameter),
})
export type MacroForm = z.output<typeof macroForm>

export const listMacroForms = endpoint({
  method: 'GET',
  path: '/rest/oxbow/1.0/macros/forms',
  tag: 'editor',
  summary: 'Macros but those of diagrams, with what their forms ask for',
  response: z.object({
    categories: z.array(z.object({ name: z.string(), title: z.string() })),
    macros: z.array(macroForm),
  }),
})

export const previewMacros = endpoint({
  method: 'POST',
  path: '/rest/oxbow/1.0/macros/previews',
  tag: 'editor',
  summary: 'HTML of macros as a page would show them to the reader',
  body: z.object({
    /** Page that they are in. */
    contentId,
    /** Storage format of one macro each. */
    sources: z.array(z.string().max(MOST_PREVIEW_LENGTH)).max(MOST_PREVIEWS),
  }),
  /** Empty where one cannot be rendered. */
  response: z.object({ previews: z.array(z.string()) }),
})

export const listExcerpts = endpoint({
  method: 'GET',
  path: '/rest/oxbow/1.0/macros/excerpts',
  tag: 'editor',
  summary: 'Parts of a page that macros of another page can include by name',
  query: z.object({
    /** Page that the macro is in. */
    contentId,
    /** Title of the other page; without `spaceKey` as macros name it, such as `SPACE:Title`. */
    page: z.string().min(1).max(520),
    spaceKey: z.string().max(255).optional(),
    of: excerptKind,
  }),
  /** Empty for a page that does not exist or that the user may not see. */
  response: z.object({
    excerpts: z.array(z.object({ name: z.string(), /** Its first words. */ text: z.string() })).max(MOST_EXCERPTS),
  }),
})
