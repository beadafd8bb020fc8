select "content"."id", "content"."title", "space"."key" as "space_key", "space"."name" as "space_name"
  from "content"
  inner join "space" on "space"."id" = "content"."space_id"
  where "content"."status" = 'current' and "content"."type" = 'page' and "space"."status" = 'current' and "content"."space_id" not in (select id
  from space
  where status = 'deleting')
  order by "content"."updated_at" desc, "content"."id" desc
  limit ?
  offset ?;

select "content"."id", "content"."title", "space"."key" as "space_key", "space"."name" as "space_name"
  from "content"
  inner join "space" on "space"."id" = "content"."space_id"
  where "content"."status" = 'current' and "content"."type" = 'page' and "space"."status" = 'current' and (exists (select 1
  from space_permission
  where space_permission.space_id = "content"."space_id" and space_permission.permission = 'read:space' and (+"space_permission"."account_id" = ? or +"space_permission"."group_id" in (…) or (+"space_permission"."account_id" is null and +"space_permission"."group_id" is null))) and ("content"."guard_id" is null or not exists (select 1
  from guard_link
  where guard_link.guard_id = "content"."guard_id" and not exists ( select 1
  from restriction
  where restriction.content_id = guard_link.link_id and restriction.operation = 'read' and (+"restriction"."account_id" = ? or +"restriction"."group_id" in (…) or (+"restriction"."account_id" is null and +"restriction"."group_id" is null)))))) and (content.space_id in (select space_permission.space_id
  from space_permission
  where space_permission.permission = ? and ("space_permission"."account_id" = ? or "space_permission"."group_id" in (…) or ("space_permission"."account_id" is null and "space_permission"."group_id" is null)))) is true and (content.space_id in (select space_permission.space_id
  from space_permission
  where space_permission.permission = ? and ("space_permission"."account_id" = ? or "space_permission"."group_id" in (…) or ("space_permission"."account_id" is null and "space_permission"."group_id" is null)))) is true and (not exists (select 1
  from restriction
  where restriction.content_id = content.id and restriction.operation = 'update') or exists (select 1
  from restriction
  where restriction.content_id = content.id and restriction.operation = 'update' and (+"restriction"."account_id" = ? or +"restriction"."group_id" in (…) or (+"restriction"."account_id" is null and +"restriction"."group_id" is null))))
  order by "content"."updated_at" desc, "content"."id" desc
  limit ?
  offset ?;

select "content".*, "attachment"."media_type", "attachment"."sha256", "attachment"."size"
  from "content"
  inner join "attachment" on "attachment"."content_id" = "content"."id"
  where "content"."container_id" = ? and "content"."type" = ? and "content"."status" <> ? and ("attachment"."media_type" in (…) or ("attachment"."media_type" in (…) and exists (select "picture"."id"
  from "content" as "picture"
  where "picture"."container_id" = "content"."container_id" and "picture"."type" = ? and "picture"."status" <> ? and "picture"."title" = content.title || '.png')))
  order by "content"."title_key", "content"."id"
  limit ?
  offset ?;

select "content_id", "sha256", "size"
  from "attachment"
  where "content_id" in (…) and "media_type" in (…);

select "file"."id" as "attachmentId", "file"."title" as "name", "file"."version", "page"."id" as "pageId", "page"."title" as "pageTitle", "space"."key" as "spaceKey", "space"."name" as "spaceName"
  from "attachment"
  inner join "content" as "file" on "file"."id" = "attachment"."content_id"
  inner join "content" as "page" on "page"."id" = "file"."container_id"
  inner join "space" on "space"."id" = "file"."space_id"
  where attachment.media_type in ('application/vnd.oxbow.diagram+json', 'application/gliffy+json', 'application/vnd.jgraph.mxfile') and "file"."status" <> ? and "file"."space_id" not in (select id
  from space
  where status = 'deleting') and "file"."container_id" = ?
  order by "attachment"."content_id" desc
  limit ?
  offset ?;

select "file"."id" as "attachmentId", "file"."title" as "name", "file"."version", "page"."id" as "pageId", "page"."title" as "pageTitle", "space"."key" as "spaceKey", "space"."name" as "spaceName"
  from "attachment"
  inner join "content" as "file" on "file"."id" = "attachment"."content_id"
  inner join "content" as "page" on "page"."id" = "file"."container_id"
  inner join "space" on "space"."id" = "file"."space_id"
  where attachment.media_type in ('application/vnd.oxbow.diagram+json', 'application/gliffy+json', 'application/vnd.jgraph.mxfile') and "file"."status" <> ? and (exists (select 1
  from space_permission
  where space_permission.space_id = "file"."space_id" and space_permission.permission = 'read:space' and (+"space_permission"."account_id" = ? or +"space_permission"."group_id" in (…) or (+"space_permission"."account_id" is null and +"space_permission"."group_id" is null))) and ("file"."guard_id" is null or not exists (select 1
  from guard_link
  where guard_link.guard_id = "file"."guard_id" and not exists ( select 1
  from restriction
  where restriction.content_id = guard_link.link_id and restriction.operation = 'read' and (+"restriction"."account_id" = ? or +"restriction"."group_id" in (…) or (+"restriction"."account_id" is null and +"restriction"."group_id" is null)))))) and "file"."container_id" = ?
  order by "attachment"."content_id" desc
  limit ?
  offset ?;

select "file"."id", "file"."title" as "name", "page"."id" as "pageId", "page"."title" as "pageTitle", "space"."name" as "space"
  from "content" as "file"
  inner join "attachment" on "attachment"."content_id" = "file"."id"
  inner join "content" as "page" on "page"."id" = "file"."container_id"
  inner join "space" on "space"."id" = "file"."space_id"
  where "file"."id" in (…) and "file"."status" = ? and "page"."status" = ? and "attachment"."media_type" in (…) and "file"."space_id" not in (select id
  from space
  where status = 'deleting');

select "file"."id", "file"."title" as "name", "page"."id" as "pageId", "page"."title" as "pageTitle", "space"."name" as "space"
  from "content" as "file"
  inner join "attachment" on "attachment"."content_id" = "file"."id"
  inner join "content" as "page" on "page"."id" = "file"."container_id"
  inner join "space" on "space"."id" = "file"."space_id"
  where "file"."id" in (…) and "file"."status" = ? and "page"."status" = ? and "attachment"."media_type" in (…) and (exists (select 1
  from space_permission
  where space_permission.space_id = "file"."space_id" and space_permission.permission = 'read:space' and (+"space_permission"."account_id" = ? or +"space_permission"."group_id" in (…) or (+"space_permission"."account_id" is null and +"space_permission"."group_id" is null))) and ("file"."guard_id" is null or not exists (select 1
  from guard_link
  where guard_link.guard_id = "file"."guard_id" and not exists ( select 1
  from restriction
  where restriction.content_id = guard_link.link_id and restriction.operation = 'read' and (+"restriction"."account_id" = ? or +"restriction"."group_id" in (…) or (+"restriction"."account_id" is null and +"restriction"."group_id" is null))))));

select "owner_id", "name", "version"
  from "diagram_use"
  where "content_id" = ?;

select "sha256", "size"
  from "diagram_picture"
  where "source" = ? and "look" = ?;
