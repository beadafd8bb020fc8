import { sql, type SqlBool } from 'kysely'
import { DIAGRAM_TYPE, GLIFFY_TYPE } from '../names.ts'

/** Condition on `attachment`: a diagram, ours or Gliffy's. In literals, as the index of diagrams has them. */
export const isDiagram = sql<SqlBool>`attachment.media_type in (${sql.lit(DIAGRAM_TYPE)}, ${sql.lit(GLIFFY_TYPE)})`
