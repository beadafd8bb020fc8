import type { SpaceExpansion } from '../extensions.ts'
import { permissionsInSpaces } from '../permissions.ts'
import { grantsInSpaces } from '../store/permissions.ts'
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
    const grants = await grantsInSpaces(app, [...administered.keys()], MAX_GRANTS)
    const wires = await permissionWires(app, administered, grants)
    return Map.groupBy(wires, wire => wire.spaceId)
  },
}
