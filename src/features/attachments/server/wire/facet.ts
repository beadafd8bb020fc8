import type { ContentFacet } from '#features/content/server/index.ts'
import { niceType } from '../model/media-types.ts'
import { downloadPath, thumbnailPath } from '../model/paths.ts'
import { hasThumbnail } from '../model/pictures.ts'
import { shownFiles } from '../store.ts'

/** The part that an attachment's answer always holds. Clients look for comment and type in two places each. */
export const attachmentFacet: ContentFacet = {
  type: 'attachment',
  async load(ctx, rows) {
    const { read, dialect } = ctx.app.database
    const files = await shownFiles(read, dialect, rows)
    return new Map(
      rows.flatMap(row => {
        const file = files.get(row.id)
        if (!file) return []
        const { media_type: mediaType, comment } = file
        return [
          [
            row.id,
            {
              extensions: { mediaType, fileSize: file.size, comment, mediaTypeDescription: niceType(mediaType) },
              metadata: { mediaType, comment },
              links: { download: downloadPath(row), ...(hasThumbnail(file) ? { thumbnail: thumbnailPath(row) } : {}) },
            },
          ],
        ]
      }),
    )
  },
}
