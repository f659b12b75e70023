/* html_page.c -- the frame of a page: its style, for light and dark and for narrow screens, and the
 * few lines that sort tables and find what long lists have. Nothing is fetched from anywhere, and
 * the policy in its head lets nothing be fetched; of scripts it lets run the one whose hash it
 * names. */
#include "report/html/html.h"

static const char *const style[] = {
    ":root{color-scheme:light dark;--bg:#fff;--fg:#1b1f24;--soft:#57606a;--line:#d0d7de;"
    "--card:#f6f8fa;--ok:#116329;--warn:#8a4600;--bad:#a40e26;--s0:#1f6fb4;--s1:#b3500a;"
    "--s2:#1a7f4b;--s3:#8b3fa8;--s4:#b02a48;--s5:#5b6673;--s6:#0e7c86;--s7:#7a6a00}\n",
    "@media(prefers-color-scheme:dark){:root{--bg:#0d1117;--fg:#e6edf3;--soft:#9da7b3;"
    "--line:#30363d;--card:#161b22;--ok:#56d364;--warn:#e3a04f;--bad:#ff8b8b;--s0:#6cb2f0;"
    "--s1:#f0a35e;--s2:#6fd39b;--s3:#d09af0;--s4:#f08a9b;--s5:#b0bccb;--s6:#62d0d8;"
    "--s7:#d8c75a}}\n",
    "*{box-sizing:border-box}[hidden]{display:none!important}\n",
    "body{margin:0 auto;padding:1rem;max-width:68rem;background:var(--bg);color:var(--fg);"
    "font:16px/1.5 system-ui,-apple-system,\"Segoe UI\",Roboto,\"DejaVu Sans\",sans-serif}\n",
    "h1{font-size:1.6rem;line-height:1.2;margin:.5rem 0 .75rem;overflow-wrap:anywhere}h2{"
    "font-size:1.25rem;margin:2.5rem 0 .75rem;padding-bottom:.25rem;"
    "border-bottom:1px solid var(--line)}h3,h4{font-size:1rem;margin:1.5rem 0 .25rem;"
    "overflow-wrap:anywhere}p{margin:.5rem 0}\n",
    "code,.f{font-family:ui-monospace,SFMono-Regular,Menlo,Consolas,\"DejaVu Sans Mono\","
    "monospace;font-size:.9em;overflow-wrap:anywhere}\n",
    ".soft,figcaption,caption{color:var(--soft);font-size:.9rem}.h{cursor:help}\n",
    ".verdict{border:1px solid var(--line);border-left:.4rem solid var(--soft);"
    "background:var(--card);border-radius:.4rem;padding:.35rem 1rem;margin:1rem 0}"
    ".verdict p:first-child{font-size:1.15rem}.optimal{border-left-color:var(--ok)}.bounded{"
    "border-left-color:var(--warn)}.unproved,.infeasible{border-left-color:var(--bad)}\n",
    "dl.facts{display:grid;grid-template-columns:repeat(auto-fill,minmax(8rem,1fr));gap:.5rem;"
    "margin:1rem 0}.facts div{background:var(--card);border:1px solid var(--line);"
    "border-radius:.4rem;padding:.4rem .6rem;min-width:0}.facts dt{color:var(--soft);"
    "font-size:.85rem;line-height:1.25}.facts dd{margin:0;font-size:1.15rem;"
    "font-weight:600;white-space:nowrap;font-variant-numeric:tabular-nums}\n",
    ".plots{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(100%,26rem),1fr));"
    "gap:1rem;align-items:start}figure{margin:0;border:1px solid var(--line);"
    "border-radius:.4rem;padding:.6rem .75rem}figcaption{padding-bottom:.4rem}"
    "figcaption strong{color:var(--fg);font-size:1rem}figure p{margin:.4rem 0 0}\n",
    "svg{display:block;width:100%;height:auto;max-width:28rem;margin:0 auto}svg text{"
    "fill:var(--fg);font-size:12px}svg .t{fill:var(--soft)}svg .g{stroke:var(--line);"
    "stroke-width:1}svg .a{stroke:var(--soft);stroke-width:1}svg .l{fill:none;stroke:var(--c);"
    "stroke-width:2;stroke-linejoin:round}svg .m{fill:var(--c)}svg .thin{stroke-width:1}svg "
    ".d1{stroke-dasharray:6 3}"
    "svg .d2{stroke-dasharray:2 3}\n",
    ".c0{--c:var(--s0)}.c1{--c:var(--s1)}.c2{--c:var(--s2)}.c3{--c:var(--s3)}.c4{--c:var(--s4)}"
    ".c5{--c:var(--s5)}.c6{--c:var(--s6)}.c7{--c:var(--s7)}\n",
    ".wide{overflow-x:auto;margin:.75rem 0}table{border-collapse:collapse;width:100%;"
    "font-size:.9rem}caption{text-align:left;padding:.25rem 0}th,td{padding:.3rem .6rem;"
    "border-bottom:1px solid var(--line);text-align:left;vertical-align:top}th{"
    "white-space:nowrap;background:var(--card)}td.f{min-width:16rem;overflow-wrap:anywhere}td.n,th."
    "n{text-align:right;"
    "white-space:nowrap;font-variant-numeric:tabular-nums}\n",
    "th button{font:inherit;font-weight:600;color:inherit;background:none;border:0;padding:0;"
    "cursor:pointer;text-align:inherit}th[aria-sort] button::after{content:\" \\25b2\"}"
    "th[aria-sort=descending] button::after{content:\" \\25bc\"}\n",
    "dl.setup{display:grid;grid-template-columns:max-content 1fr;gap:.25rem 1rem}.setup dt{"
    "color:var(--soft)}.setup dd{margin:0;overflow-wrap:anywhere}\n",
    "details{margin:.5rem 0}summary{cursor:pointer}ul.atoms,ul.list,ul.cards{list-style:none;"
    "margin:.25rem 0 .5rem;padding:0}ul.atoms{padding-left:1rem;margin-bottom:.8rem}li.e{"
    "margin:.4rem 0}.yes{color:var(--ok)}.no{color:var(--bad)}\n",
    "ul.list{display:flex;flex-wrap:wrap;gap:.35rem}.list li{background:var(--card);"
    "border:1px solid var(--line);border-radius:.4rem;padding:.1rem .5rem;max-width:100%}\n",
    "ul.cards{display:grid;grid-template-columns:repeat(auto-fill,minmax(min(100%,14rem),1fr));"
    "gap:.6rem}.cards>li{border:1px solid var(--line);"
    "border-left:.25rem solid var(--s0);border-radius:.4rem;padding:.4rem .6rem .5rem;"
    "background:var(--card)}.cards b{display:block;font-size:.85rem;color:var(--soft);"
    "font-weight:600}.cards span{display:inline-block;max-width:100%;margin-right:.6rem}\n",
    ".find{display:flex;flex-wrap:wrap;gap:.75rem;align-items:baseline}.find input{"
    "font:inherit;color:inherit;background:var(--bg);border:1px solid var(--soft);"
    "border-radius:.4rem;padding:.25rem .6rem;width:22rem;max-width:100%}\n",
    ".says{border:1px solid var(--line);border-left:.4rem solid var(--bad);border-radius:.4rem;"
    "padding:.4rem .75rem;margin:.6rem 0;background:var(--card)}.says ul{list-style:none;"
    "margin:.25rem 0 0;padding:0 0 0 .75rem;border-left:2px solid var(--line)}\n",
    ".track{float:left;width:5rem;margin:.4rem .75rem 0 0;text-align:left;line-height:0}.bar{"
    "display:inline-block;height:.6rem;border-radius:.15rem;background:var(--s0)}\n",
    "@media(max-width:40rem){td.f{min-width:9rem}th,td{padding:.3rem}th{white-space:normal}.track{"
    "width:2rem;"
    "margin-right:.4rem}.pays :is(th,td):is(:nth-child(3),:nth-child(4)),.pays .track{display:none}"
    "}\n",
    "@media print{body{max-width:none}.wide{overflow:visible}}\n",
};

/* With a button in each heading, so that keys do, too. tests/browser checks the hash below. */
static const char script[] =
    "document.querySelectorAll('table.sort').forEach(function(t){"
    "var heads=t.tHead.rows[0].cells,body=t.tBodies[0];"
    "Array.prototype.forEach.call(heads,function(h,i){"
    "var b=document.createElement('button');b.type='button';b.title='sort by this column';"
    "while(h.firstChild)b.appendChild(h.firstChild);h.appendChild(b);"
    "b.addEventListener('click',function(){"
    "var number=h.className==='n',"
    "down=h.getAttribute('aria-sort')?h.getAttribute('aria-sort')==='ascending':number;"
    "function key(r){var c=r.cells[i];if(!number)return c.textContent;"
    "var v=c.getAttribute('data-v');return v?Number(v):-Infinity}"
    "var rows=Array.prototype.slice.call(body.rows);"
    "rows.sort(function(x,y){var a=key(x),b=key(y),"
    "o=number?(a>b)-(b>a):a.localeCompare(b,undefined,{numeric:true});return down?-o:o});"
    "rows.forEach(function(r){body.appendChild(r)});"
    "Array.prototype.forEach.call(heads,function(x){x.removeAttribute('aria-sort')});"
    "h.setAttribute('aria-sort',down?'descending':'ascending')})})});"
    /* Fields to find what lists have, where they are long. */
    "document.querySelectorAll('[data-find]').forEach(function(box){"
    "var items=Array.prototype.slice.call(box.querySelectorAll('.i'));"
    "if(12>items.length)return;"
    "var p=document.createElement('p'),input=document.createElement('input'),"
    "said=document.createElement('output');"
    "p.className='find';input.type='search';input.placeholder=box.getAttribute('data-find');"
    "input.setAttribute('aria-label',input.placeholder);said.className='soft';"
    "p.appendChild(input);p.appendChild(said);box.insertBefore(p,box.firstChild);"
    "input.addEventListener('input',function(){var q=input.value.toLowerCase(),n=0;"
    "items.forEach(function(e){var hit=e.textContent.toLowerCase().indexOf(q)>-1;"
    "e.hidden=!hit;n+=hit?1:0});"
    "if(q)box.querySelectorAll('details').forEach(function(d){d.open=true});"
    "said.textContent=q?n+' of '+items.length+' on this page':''})});";

static const char script_hash[] = "sha256-eIBWGpqCeCIQGFmwN538ww6Mdf4ToqNOVUUKqaDd7H4=";

void kf_html_begin(kf_text *to, kf_str title)
{
    kf_text_add(to,
                KF_STR("<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\"/>\n"
                       "<meta name=\"viewport\" content=\"width=device-width, "
                       "initial-scale=1\"/>\n"));
    kf_text_addf(to,
                 "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; "
                 "style-src 'unsafe-inline'; script-src '%s'\"/>\n<title>",
                 script_hash);
    kf_html_add(to, title);
    kf_text_add(to, KF_STR("</title>\n<style>\n"));
    for (size_t i = 0; i < KF_LENGTH(style); i++) kf_text_add(to, kf_str_of(style[i]));
    kf_text_add(to, KF_STR("</style>\n</head>\n<body>\n<main>\n<h1>"));
    kf_html_add(to, title);
    kf_text_add(to, KF_STR("</h1>\n"));
}

void kf_html_end(kf_text *to)
{
    kf_text_add(to, KF_STR("</main>\n<script>"));
    kf_text_add(to, kf_str_of(script));
    kf_text_add(to, KF_STR("</script>\n</body>\n</html>\n"));
}
