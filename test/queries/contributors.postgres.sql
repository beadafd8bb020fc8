select "author_id" as "account_id", count(*) as "total", max("at") as "last"
  from (select "content_id", "author_id", "at"
  from "content_version"
  where "content_id" in (…)
  union all select "content_version"."content_id", "version_author"."account_id" as "author_id", "content_version"."at"
  from "version_author"
  inner join "content_version" on "content_version"."content_id" = "version_author"."content_id" and "content_version"."number" = "version_author"."number"
  where "version_author"."content_id" in (…)) as "authorship"
  group by "author_id"
  order by count(*) desc
  limit ?;
