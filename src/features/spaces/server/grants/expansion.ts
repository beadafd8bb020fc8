import type { SpaceExpansion } from '../extensions.ts'
import { permissionsInSpaces } from '../permissions.ts'
import { permissionWires } from './wire.ts'

/** Most grants that one answer shows; an administrator who wants all asks space by space. */
const MAX_GRANTS = 5000

/** `expand=permissions`: the grants of those spaces that the viewer administers. */
export const permissionsExpansion: SpaceExpansion = {
  name: 'permissions',
  async load({ app, viewer }, spaces) {
    const held = await permissionsInSpaces(
      app,
      viewer,
      spaces.map(space => space.id),
    )
    const administered = new Map(
      spaces.filter(space => held.get(space.id)?.has('administer:space')).map(space => [space.id, space]),
    )
    if (administered.size === 0) return new Map()
    const grants = await app.database.read
      .selectFrom('space_permission')
      .selectAll()
      .where('space_id', 'in', app.database.dialect.inIntegers([...administered.keys()]))
      .orderBy('space_id')
      .orderBy('id')
      .limit(MAX_GRANTS)
      .execute()
    const wires = await permissionWires(app, administered, grants)
    return Map.groupBy(wires, wire => wire.spaceId)
  },
}
