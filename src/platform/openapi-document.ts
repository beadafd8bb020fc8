export type Json = Record<string, unknown>

export interface Parameter {
  readonly name: string
  readonly in: 'path' | 'query'
  readonly required: boolean
  readonly description?: string
  readonly schema: Json
}

export interface Operation {
  readonly operationId: string
  readonly summary: string
  readonly tags: readonly string[]
  readonly parameters: readonly Parameter[]
  readonly requestBody?: Json
  readonly responses: Record<string, Json>
}

/** An OpenAPI 3.1 document, as far as we write it. */
export interface OpenApiDocument {
  readonly openapi: '3.1.1'
  readonly info: Json
  readonly servers: readonly Json[]
  readonly security: readonly Json[]
  readonly paths: Record<string, Record<string, Operation>>
  readonly components: { schemas: Record<string, Json>; securitySchemes: Json }
}
