import type { FastifyReply, FastifyRequest } from 'fastify'
import type { z } from 'zod'
import type { Context } from '#platform/server/context.ts'
import { addComment, attachFile, createPage, editPage } from './changes.ts'
import { listChildren, listSpaces, readPage, search } from './reading.ts'
import {
  fileInput,
  commentInput,
  childrenInput,
  editInput,
  pageInput,
  newPageInput,
  searchInput,
  spacesInput,
} from './inputs.ts'

/** The request by which an agent calls a tool. */
export interface ToolCall {
  readonly ctx: Context
  readonly request: FastifyRequest
  readonly reply: FastifyReply
}

export interface Tool<Input extends z.ZodType = z.ZodType> {
  readonly name: string
  readonly title: string
  readonly description: string
  readonly input: Input
  /** Whether it changes something: refused for tokens that may only read, and while the wiki is read-only. */
  readonly changes: boolean
  /** The answer as text. @throws HttpError as the call behind it */
  run(input: z.output<Input>, call: ToolCall): Promise<string>
}

function tool<Input extends z.ZodType>(definition: Tool<Input>): Tool {
  return definition as unknown as Tool
}

/** All tools. Descriptions are for models, in English alone. */
export const tools: readonly Tool[] = [
  tool({
    name: 'search',
    title: 'Search',
    description:
      'Searches titles and texts of pages and blog posts that you may see. Returns ids, titles and excerpts.',
    input: searchInput,
    changes: false,
    run: search,
  }),
  tool({
    name: 'list_spaces',
    title: 'List spaces',
    description: 'Lists the spaces that you may see, by key.',
    input: spacesInput,
    changes: false,
    run: listSpaces,
  }),
  tool({
    name: 'list_children',
    title: 'List child pages',
    description: 'Lists the pages directly below a page, or the top-level pages of a space, in the order of the tree.',
    input: childrenInput,
    changes: false,
    run: listChildren,
  }),
  tool({
    name: 'read_page',
    title: 'Read page',
    description:
      'Reads a page or blog post as Markdown, with its version. Each block follows a line [block N]; edit_page takes these numbers. Blocks in ```storage fences are macros as they are stored; ```diagram fences are outlines of diagrams, which cannot be edited.',
    input: pageInput,
    changes: false,
    run: readPage,
  }),
  tool({
    name: 'create_page',
    title: 'Create page',
    description: 'Creates a page from Markdown (GFM) in a space, below another page if you name one.',
    input: newPageInput,
    changes: true,
    run: createPage,
  }),
  tool({
    name: 'edit_page',
    title: 'Edit page',
    description:
      'Changes blocks of a page by their numbers from read_page, at the version that you have read. Numbers are those before all edits. Blocks that you do not name stay exactly as they are. If somebody has changed the page since, nothing is written: read it again.',
    input: editInput,
    changes: true,
    run: editPage,
  }),
  tool({
    name: 'add_comment',
    title: 'Add comment',
    description: 'Adds a comment in Markdown to a page or blog post, or an answer to a comment.',
    input: commentInput,
    changes: true,
    run: addComment,
  }),
  tool({
    name: 'attach_file',
    title: 'Attach file',
    description:
      'Attaches a file of at most 10 MB to a page or blog post. A file of the same name gets a new version. Show it by ![alt](name) or [text](/download/attachments/PAGE-ID/name).',
    input: fileInput,
    changes: true,
    run: attachFile,
  }),
]
