delete
  from "space_export"
  where "account_id" = ? and "space_id" = ?;

insert into "space_export" ("space_id", "account_id", "comments", "rights", "job_id", "created_at", "sha256", "size", "lost_files", "finished_at")
  values (…)
  returning *;

select "attachment_version"."content_id", "attachment_version"."number", "attachment_version"."author_id", "attachment_version"."at", "attachment_version"."media_type", "attachment_version"."size", "attachment_version"."sha256", "attachment_version"."comment", "content_version"."minor", "content_version"."title"
  from "attachment_version"
  inner join "content_version" on "content_version"."content_id" = "attachment_version"."content_id" and "content_version"."number" = "attachment_version"."number"
  where "attachment_version"."content_id" in (…)
  order by "attachment_version"."content_id", "attachment_version"."number";

select "content_id", "key", "value", "version", "updated_at"
  from "content_property"
  where "content_id" in (…)
  order by "content_id", "key";

select "content_id", "operation", "account_id", "group_id"
  from "restriction"
  where "content_id" in (…)
  order by "content_id", "id";

select "content_label"."content_id", "content_label"."account_id", "content_label"."created_at", "label"."id", "label"."prefix", "label"."name", "label"."owner_id"
  from "content_label"
  inner join "label" on "label"."id" = "content_label"."label_id"
  where "content_label"."content_id" in (…)
  order by "content_label"."content_id", "label"."id";

select "id"
  from "content"
  order by "id" desc
  limit ?;

select "id"
  from "label"
  order by "id" desc
  limit ?;

select "id", "container_id"
  from "content"
  where "id" in (…) and "status" = ? and "content"."space_id" not in (select id
  from space
  where status = 'deleting');

select "id", "parent_id", "position"
  from "content"
  where "space_id" = ? and "type" = ? and "status" = ? and "id" > ? and "content"."space_id" not in (select id
  from space
  where status = 'deleting')
  order by "id"
  limit ?;

select "label"."id", "label"."name", "label"."prefix", "space_label"."account_id", "space_label"."created_at"
  from "space_label"
  inner join "label" on "label"."id" = "space_label"."label_id"
  where "space_label"."space_id" = ?
  order by "label"."id";

select *
  from "content"
  where "container_id" in (…) and "container_id" is not null and "type" = ? and "status" = ? and "id" <= ? and "content"."space_id" not in (select id
  from space
  where status = 'deleting')
  order by "id";

select *
  from "content"
  where "id" in (…) and "space_id" = ? and "status" = ? and "content"."space_id" not in (select id
  from space
  where status = 'deleting');

select *
  from "content_favourite"
  where "content_id" in (…)
  order by "content_id", "account_id";

select *
  from "content_like"
  where "content_id" in (…)
  order by "content_id", "at";

select *
  from "content_template"
  where "space_id" = ? and "id" > ?
  order by "id"
  limit ?;

select *
  from "content_version"
  where "content_id" = ? and "number" > ? and "number" <= ?
  order by "number"
  limit ?;

select *
  from "content_watch"
  where "content_id" in (…)
  order by "content_id", "account_id";

select *
  from "space_export"
  where "account_id" = ? and "space_id" = ?
  order by "id" desc
  limit ?;

select *
  from "space_export"
  where "id" = ?;

select *
  from "space_export"
  where "id" = ? and "account_id" = ?;

select *
  from "space_favourite"
  where "space_id" = ?
  order by "account_id";

select *
  from "space_permission"
  where "space_id" = ?
  order by "id";

select *
  from "space_watch"
  where "space_id" = ?
  order by "account_id";

update "space_export"
  set "job_id" = ?
  where "id" = ?;

update "space_export"
  set "sha256" = ?, "size" = ?, "lost_files" = ?, "finished_at" = ?
  where "id" = ?;
