delete
  from "blob_doomed"
  where "blob" = ?;

insert into "attachment" ("content_id", "media_type", "size", "sha256", "comment", "width", "height")
  values (…);

insert into "attachment_version" ("content_id", "number", "author_id", "at", "media_type", "size", "sha256", "comment", "width", "height")
  values (…);

select "content".*
  from "content"
  where "container_id" = ? and "type" = ? and "status" <> ? and "content"."space_id" not in (select id
  from space
  where status = 'deleting')
  order by "title_key", "id"
  limit ?
  offset ?;

select "content".*
  from "content"
  where "container_id" = ? and "type" = ? and "status" <> ? and (exists (select 1
  from space_permission
  where space_permission.space_id = "content"."space_id" and space_permission.permission = 'read:space' and (+"space_permission"."account_id" = ? or +"space_permission"."group_id" in (…) or (+"space_permission"."account_id" is null and +"space_permission"."group_id" is null))) and ("content"."guard_id" is null or not exists (select 1
  from guard_link
  where guard_link.guard_id = "content"."guard_id" and not exists ( select 1
  from restriction
  where restriction.content_id = guard_link.link_id and restriction.operation = 'read' and (+"restriction"."account_id" = ? or +"restriction"."group_id" in (…) or (+"restriction"."account_id" is null and +"restriction"."group_id" is null))))))
  order by "title_key", "id"
  limit ?
  offset ?;

select "content".*, "holder"."type" as "holder_type", "holder"."title" as "holder_title", "holder"."posting_day" as "holder_day"
  from "content"
  inner join "content" as "holder" on "holder"."id" = "content"."container_id"
  where "content"."space_id" = ? and "content"."type" = ? and "content"."status" = ? and "holder"."status" = ? and "holder"."type" in (…) and ("content"."guard_id" is null or not exists (select 1
  from guard_link
  where guard_link.guard_id = "content"."guard_id" and not exists ( select 1
  from restriction
  where restriction.content_id = guard_link.link_id and restriction.operation = 'read' and (+"restriction"."account_id" = ? or +"restriction"."group_id" in (…) or (+"restriction"."account_id" is null and +"restriction"."group_id" is null)))))
  order by "content"."title_key", "content"."id"
  limit ?;

select "content".*, "holder"."type" as "holder_type", "holder"."title" as "holder_title", "holder"."posting_day" as "holder_day"
  from "content"
  inner join "content" as "holder" on "holder"."id" = "content"."container_id"
  where "content"."space_id" = ? and "content"."type" = ? and "content"."status" = ? and "holder"."status" = ? and "holder"."type" in (…) and 1 = 1
  order by "content"."title_key", "content"."id"
  limit ?;

select "content_id", "comment"
  from "attachment"
  where "content_id" in (…) and "comment" <> ?;

select "number", "sha256", "size"
  from "upload_chunk"
  where "upload" = ?
  order by "number";

select "number", "size", "comment", "author_id", "at"
  from "attachment_version"
  where "content_id" = ?
  order by "number" desc
  limit ?
  offset ?;

select *
  from "attachment"
  where "content_id" in (…);

select *
  from "attachment_version"
  where "content_id" = ? and "number" = ?;

select *
  from "content"
  where "container_id" = ? and "type" = ? and "status" <> ? and "id" > ?
  order by "id"
  limit ?;

select *
  from "content"
  where "container_id" = ? and "type" = ? and "status" <> ? and "title_key" = ? and "title" = ?;

update "attachment"
  set "media_type" = ?, "size" = ?, "sha256" = ?, "comment" = ?, "width" = ?, "height" = ?
  where "content_id" = ?;
