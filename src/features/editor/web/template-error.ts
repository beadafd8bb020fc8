import { ApiError } from '#platform/web/api-error.ts'

/** Failure of the call that brings a page into the editor; its cause has the message for the reader. */
export class TemplateError extends Error {
  constructor(cause: ApiError) {
    super(`Error loading the Editor template: ${cause.status} - ${cause.statusText}`, { cause })
    this.name = 'TemplateError'
  }
}

/** The result of the call. @throws TemplateError when the server fails */
export async function template<T>(call: Promise<T>): Promise<T> {
  try {
    return await call
  } catch (error) {
    throw error instanceof ApiError && error.status >= 500 ? new TemplateError(error) : error
  }
}
