delete
  from "analytics_day"
  where "day" = ?;

delete
  from "analytics_page_day"
  where "day" = ?;

delete
  from "analytics_search_day"
  where "day" = ?;

insert into "analytics_event" ("at", "name", "account_id", "content_id", "data")
  values (…);

insert into analytics_day (day, views, readers, edits, editors) select cast(? as bigint), count(case when name = ? then 1 end), count(distinct case when name = ? then account_id end), count(case when name = ? then 1 end), count(distinct case when name = ? then account_id end)
  from analytics_event
  where at >= ? and at < ? and name in (…);

insert into analytics_page_day (day, content_id, views, readers) select cast(? as bigint), content_id, count(*), count(distinct account_id)
  from analytics_event
  where at >= ? and at < ? and name = ? and content_id is not null
  group by content_id;

select "content"."id", "content"."title", "content"."updated_at", "space"."name" as "space"
  from "content"
  inner join "space" on "space"."id" = "content"."space_id"
  where "content"."type" in ('page', 'blogpost') and "content"."status" = 'current' and "content"."created_at" < ? and not exists (select "day"
  from "analytics_page_day"
  where "analytics_page_day"."content_id" = "content"."id" and "day" >= ?) and "content"."space_id" not in (select id
  from space
  where status = 'deleting')
  order by "content"."updated_at"
  limit ?;

select "content"."id", "content"."title", "space"."name" as "space", "viewed"."views", "viewed"."readers"
  from (select "content_id", sum("views") as "views", max("readers") as "readers"
  from "analytics_page_day"
  where "day" >= ?
  group by "content_id") as "viewed"
  inner join "content" on "content"."id" = "viewed"."content_id"
  inner join "space" on "space"."id" = "content"."space_id"
  where "content"."status" = 'current' and "content"."space_id" not in (select id
  from space
  where status = 'deleting')
  order by "viewed"."views" desc, "content"."id"
  limit ?;

select "data", count(*) as "times"
  from "analytics_event"
  where "at" >= ? and "at" < ? and "name" = ?
  group by "data";

select "day"
  from "analytics_day"
  order by "day" desc
  limit ?;

select "id"
  from "account"
  where "id" in (…);

select "id"
  from "content"
  where "id" in (…);

select "query", sum("times") as "times"
  from "analytics_search_day"
  where "day" >= ?
  group by "query"
  order by "times" desc, "query"
  limit ?;

select *
  from "analytics_day"
  where "day" >= ?
  order by "day";
