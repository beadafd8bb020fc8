select "content"."id", "content"."title_key", "content"."version", "content"."updated_at", "attachment"."sha256", "attachment"."size", (select count(*) as "n"
  from "attachment_version"
  where "attachment_version"."content_id" = "attachment"."content_id") as "versions"
  from "attachment"
  inner join "content" on "content"."id" = "attachment"."content_id"
  where "attachment"."content_id" in (…) and attachment.media_type in ('application/vnd.oxbow.diagram+json', 'application/gliffy+json', 'application/vnd.jgraph.mxfile');

select "file"."id", count(distinct "page"."id") as "n"
  from "content" as "file"
  inner join "diagram_use" as "used" on "used"."owner_id" = "file"."container_id" and "used"."name" = "file"."title"
  inner join "content" as "text" on "text"."id" = "used"."content_id"
  inner join "content" as "page" on "page"."id" = "used"."page_id"
  where "file"."id" in (…) and "text"."status" = ? and "page"."status" = ?
  group by "file"."id";

select "owner_id", "name"
  from "diagram_use"
  where "content_id" in (…) union select "owner_id", "name"
  from "diagram_use"
  where "page_id" in (…);

select "summary"."approximations", "summary"."report"
  from "diagram_summary" as "summary"
  inner join "content" as "file" on "file"."id" = "summary"."content_id"
  where "summary"."content_id" = ? and "file"."status" = ? and "file"."space_id" not in (select id
  from space
  where status = 'deleting');

select "summary".*, "file"."title" as "name", "page"."id" as "page_id", "page"."title" as "page_title", "page"."type" as "page_type", "page"."posting_day" as "page_day", "space"."key" as "space_key", "space"."name" as "space_name"
  from "diagram_summary" as "summary" cross join "content" as "file"
  inner join "content" as "page" on "page"."id" = "file"."container_id"
  inner join "space" on "space"."id" = "file"."space_id"
  where "file"."id" = "summary"."content_id" and "file"."status" = ? and "page"."status" = ? and "file"."space_id" not in (select id
  from space
  where status = 'deleting')
  order by "summary"."name_key" asc, "summary"."content_id" asc
  limit ?;

select *
  from "diagram_import"
  where "content_id" in (…);

select *
  from "diagram_summary"
  where "content_id" in (…);
