// Which finder looks for which technique.
#pragma once

#include "logic/aligned.hpp"
#include "logic/als.hpp"
#include "logic/box_fish.hpp"
#include "logic/chains.hpp"
#include "logic/colouring.hpp"
#include "logic/counted.hpp"
#include "logic/direct.hpp"
#include "logic/exocet.hpp"
#include "logic/fireworks.hpp"
#include "logic/forcing.hpp"
#include "logic/gurth.hpp"
#include "logic/kraken.hpp"
#include "logic/line_fish.hpp"
#include "logic/locked.hpp"
#include "logic/medusa.hpp"
#include "logic/single_digit.hpp"
#include "logic/singles.hpp"
#include "logic/strong_links.hpp"
#include "logic/subsets.hpp"
#include "logic/sue_de_coq.hpp"
#include "logic/twins.hpp"
#include "logic/uniqueness.hpp"
#include "logic/wings.hpp"

namespace ninefold::logic {

// Fish, and with `wide` the siamese ones: two finned fish with the same bases, at least one of them of this technique.
template <int W>
void find_fish(Finder<W>& f, Technique technique) {
    using enum Technique;
    const auto find_one = [&](Technique which, Finder<W>& with) {
        which <= sashimi_leviathan ? LineFish<W>(with, which).find() : BoxFish<W>(with, which).find();
    };
    find_one(technique, f);
    const int shape = (static_cast<int>(technique) - static_cast<int>(x_wing)) / 6;  // 6 sizes each; 0, 3, 5: no fins
    if (f.done() || f.wants_one() || !f.wide || !f.evidence() || shape == 0 || shape == 3 || shape == 5) return;
    ListSink<W> list;
    Finder<W> finder(f.p, list);
    find_one(technique, finder);
    const Technique other = shape == 1 ? after(technique, 6) : shape == 2 ? after(technique, -6) : technique;
    if (other != technique) find_one(other, finder);
    give_twins(f, technique, list.steps, [&](const Step<W>& a, const Step<W>& b) {
        return same_bases(a, b) && (a.technique == technique || b.technique == technique);
    });
}

template <int W>
void find_dual(Finder<W>& f, Technique technique) {
    ListSink<W> list;
    Finder<W> finder(f.p, list);
    const bool kites = technique == Technique::dual_two_string_kite;
    find_two_links(finder, kites ? Technique::two_string_kite : Technique::empty_rectangle);
    give_twins(f, technique, list.steps, [&](const Step<W>& a, const Step<W>& b) {
        return kites ? same_box_cells(a, b) : same_rectangle(a, b);
    });
}

// Offers every step of a technique to the finder's sink, until the sink is done.
template <int W>
void find(Finder<W>& f, Technique technique) {
    using enum Technique;
    const auto within = [technique](Technique from, Technique to) { return technique >= from && technique <= to; };
    if (technique == full_house) return find_full_house(f);
    if (technique == naked_single) return find_naked_single(f);
    if (within(hidden_single_box, hidden_single_line)) return find_hidden_single(f, technique);
    if (within(direct_pointing, direct_hidden_triple)) return find_direct(f, technique);
    if (within(pointing, claiming)) return find_locked(f, technique);
    if (within(locked_pair, hidden_quad)) return find_subset(f, technique);
    if (within(x_wing, finned_mutant_leviathan)) return find_fish(f, technique);
    if (within(skyscraper, empty_rectangle)) return find_two_links(f, technique);
    if (within(dual_two_string_kite, dual_empty_rectangle)) return find_dual(f, technique);
    if (within(three_strong_links, six_strong_links)) return StrongLinks<W>(f, technique).find();
    if (within(xy_wing, remote_pair)) return find_wing(f, technique);
    if (within(unique_rectangle_1, bug_4)) return find_unique(f, technique);
    if (within(simple_colours_trap, multi_colours_2)) return Colouring<W>(f, technique).find();
    if (within(x_chain, grouped_aic)) return find_chain(f, technique);
    if (technique == als_xz) return find_als_xz(f);
    if (technique == als_xy_wing) return find_als_xy_wing(f, f.thorough);
    if (technique == als_chain) return find_als_chain(f, f.thorough);
    if (technique == death_blossom) return find_death_blossom(f, f.thorough);
    if (technique == sue_de_coq) return find_sue_de_coq(f);
    if (within(nishio, nested_forcing_chain)) return find_forcing(f, technique);
    if (technique == medusa) return Medusa<W>(f).find();
    if (within(aligned_pair_exclusion, aligned_triple_exclusion)) return AlignedExclusion<W>(f, technique).find();
    if (within(kraken_fish_1, kraken_fish_2)) return KrakenFish<W>(f, technique).find();
    if (within(fireworks_triple, fireworks_quad)) return Fireworks<W>(f, technique).find();
    if (within(exocet, double_exocet)) return Exocets<W>(f, technique).find();
    if (technique == sk_loop) return SkLoop<W>(f).find();
    if (technique == multi_sector_locked_sets) return MultiSector<W>(f).find();
    if (technique == gurth) return find_gurth(f);
}

}  // namespace ninefold::logic
